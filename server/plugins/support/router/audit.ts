/** The log of what was changed at the desk, and of what the operator's command settled. */
import type { AccountId } from '#server/kernel/ids.ts';
import { router, supportProcedure } from '#server/kernel/trpc.ts';
import { emailsOf } from '../../accounts/port.ts';
import { auditListInput, auditListOutput } from '../schema/audit.ts';
import * as store from '../store/audit.ts';

const PAGE_SIZE = 50;

export const auditRouter = router({
  /** A page of the log, newest first. */
  list: supportProcedure
    .input(auditListInput)
    .output(auditListOutput)
    .query(async ({ ctx, input }) => {
      const { db } = ctx.services;
      const conditions: store.AuditConditions = {
        actor:
          input.actor === undefined || input.actor === 'operator' ? (input.actor ?? null) : (Number(input.actor) as AccountId),
        action: input.action ?? null,
        subjectKind: input.subject_kind ?? null,
        subjectId: input.subject ?? null,
      };
      const [rows, total, actors, actions] = await Promise.all([
        store.auditPage(db, conditions, PAGE_SIZE, (input.page - 1) * PAGE_SIZE),
        store.countAudit(db, conditions),
        store.auditActors(db),
        store.auditActions(db),
      ]);
      const emails = await emailsOf(db, actors);
      const emailOf = (id: AccountId) => emails.get(id) ?? `account ${id}`;
      return {
        entries: rows.map(({ at, actor_id, ...row }) => ({
          ...row,
          at: at.toISOString(),
          actor: actor_id === null ? null : emailOf(actor_id),
        })),
        total,
        page_size: PAGE_SIZE,
        actors: actors.map((id) => ({ id, email: emailOf(id) })),
        actions,
      };
    }),
});
