/** Invoices as files: PDF, XML and a month of both, for their owner and nobody else. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { creditInvoice, lock } from '#server/plugins/billing/port.ts';
import type { InvoiceSummary } from '#server/plugins/billing/schema.ts';
import { clearOfMidnight } from '#tests/harness/midnight.ts';
import { readPdf } from '#tests/harness/pdf.ts';
import { newSession, type Session } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';
import { readZip } from '#tests/harness/zip.ts';

const site = sharedSite();

/** Buys, and gives a part of the first invoice back where `credited` says so. @returns the documents, newest first. */
async function documentsOf(session: Session, purchases: number, credited = false): Promise<InvoiceSummary[]> {
  for (let bought = 0; bought < purchases; bought += 1) {
    const order = { idempotencyKey: `file-${randomUUID()}`, country: 'fr', qty: 1 + bought };
    expect(await session.mutate('orders.buy', order)).toMatchObject({ status: 200 });
  }
  const list = async () => ((await session.query('billing.invoices', {})).data as { invoices: InvoiceSummary[] }).invoices;
  const number = (await list()).at(-1)?.number ?? '';
  if (credited) {
    await site().services.db.transaction(async (tx) => {
      const account = await lock(tx, session.accountId);
      if (account) await creditInvoice(tx, account, { number, amountCents: cents(100), reason: 'Out of service' });
    });
  }
  return list();
}

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

test('an invoice and a credit note are downloaded as PDF and as XML, in the language of the reader', async () => {
  const session = await newSession(site());
  const [creditNote, invoice] = await documentsOf(session, 1, true);
  for (const [document, type] of [
    [invoice, '380'],
    [creditNote, '381'],
  ] as const) {
    const path = `/client/invoices/${document?.number}/invoice`;
    const pdf = await session.get(`${path}.pdf`);
    expect(pdf.status).toBe(200);
    expect(Object.fromEntries(pdf.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${document?.number}.pdf"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const { files, text } = readPdf(await bytesOf(pdf));
    expect(text).toContain(document?.number);
    const xml = await session.get(`${path}.xml`);
    expect(Object.fromEntries(xml.headers)).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': `attachment; filename="${document?.number}.xml"`,
      'cache-control': 'no-store',
    });
    const electronic = await xml.text();
    expect(electronic).toContain(`<ram:TypeCode>${type}</ram:TypeCode>`);
    expect(files.get('factur-x.xml')?.toString()).toBe(electronic);
  }
});

test('the files of an account are nobody else’s', async () => {
  const owner = await newSession(site());
  const [invoice] = await documentsOf(owner, 1);
  const stranger = await newSession(site());
  for (const type of ['pdf', 'xml']) {
    const path = `/client/invoices/${invoice?.number}/invoice.${type}`;
    expect((await owner.get(path)).status).toBe(200);
    const refused = await stranger.get(path);
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(await refused.text()).not.toContain('ISP proxy');
    expect((await owner.get(`/client/invoices/R999999-00001/invoice.${type}`)).status).toBe(404);
    const guest = await fetch(`http://127.0.0.1:${site().port}${path}`, { redirect: 'manual' });
    expect(guest.status).toBe(307);
    expect(guest.headers.get('location')).toMatch(/^\/sign-in\?next=/);
  }
});

interface Task {
  task_id: number;
  status: string;
  done: number;
  total: number;
  file: { name: string } | null;
}

/** The task once it has ended. */
async function ended(session: Session, taskId: number): Promise<Task> {
  for (;;) {
    const { data } = await session.query('tasks.list');
    const task = (data as Task[]).find(({ task_id: id }) => id === taskId);
    if (task && !['waiting', 'running'].includes(task.status)) return task;
    await pause(200);
  }
}

test('a month is one file: every document as PDF and XML, and an index', async () => {
  await clearOfMidnight();
  const session = await newSession(site());
  const documents = await documentsOf(session, 3, true);
  const month = documents[0]?.issued_at.slice(0, 7) ?? '';
  const begun = await session.mutate('billing.zipInvoices', { month, language: 'es' });
  expect(begun).toMatchObject({ status: 200 });
  const taskId = (begun.data as { task_id: number }).task_id;
  expect(await ended(session, taskId)).toMatchObject({
    status: 'finished',
    done: 4,
    total: 4,
    file: { name: `invoices-${month}.zip` },
  });

  const files = readZip(await bytesOf(await session.get(`/client/tasks/${taskId}/file`)));
  const names = documents.flatMap(({ number }) => [`${month}/${number}.pdf`, `${month}/${number}.xml`]);
  expect([...files.keys()].sort()).toEqual([...names, `${month}/index.csv`].sort());
  const index = files.get(`${month}/index.csv`)?.toString().trimEnd().split('\r\n').slice(1) ?? [];
  expect(index.map((line) => line.split(',')[0])).toEqual(documents.map(({ number }) => number).reverse());
  expect(index.reduce((sum, line) => sum + Number(line.split(',')[11]), 0)).toBeCloseTo(
    documents.reduce((sum, { kind, gross }) => sum + (kind === 'invoice' ? gross : -gross), 0),
    5,
  );
  expect(readPdf(files.get(names.at(-2) ?? '') ?? Buffer.alloc(0)).text).toContain('Factura');

  const stranger = await newSession(site());
  expect((await stranger.get(`/client/tasks/${taskId}/file`)).status).toBe(404);
});

test('a month without invoices, or that is none, begins nothing', async () => {
  const session = await newSession(site());
  expect(await session.mutate('billing.zipInvoices', { month: '2020-02', language: 'en' })).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  });
  for (const input of [{ month: '2026-13', language: 'en' }, { month: '2026-11', language: 'de' }, { month: '2026-11' }]) {
    expect(await session.mutate('billing.zipInvoices', input)).toMatchObject({ status: 400 });
  }
  const guest = await fetch(`http://127.0.0.1:${site().port}/api/trpc/billing.zipInvoices`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ month: '2026-11', language: 'en' }),
  });
  expect(guest.status).toBe(401);
});
