/** POST /buy, 400 (specification section 7; decisions 13 and 15 to 17). Nothing is debited and the key stays unused. */
import { describe, expect, test } from 'vitest';
import { refused } from '#tests/harness/client.ts';
import { created, newKey, newReseller } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

describe('invalid_json', () => {
  test.each([
    ['nothing', ''],
    ['blanks', '  \n'],
    ['a byte-order mark alone', '\ufeff'],
    ['two byte-order marks', '\ufeff\ufeff{"country":"fr","qty":1}'],
    ['null', 'null'],
    ['a number', '7'],
    ['a string', '"{}"'],
    ['an array', '[{"country":"fr","qty":1}]'],
    ['an object cut off', '{"country":"fr","qty":1'],
    ['two objects', '{"country":"fr","qty":1}{}'],
    ['something behind', '{"country":"fr","qty":1}x'],
    ['a zero byte behind', '{"country":"fr","qty":1}\0'],
    ['single quotes', "{'country':'fr','qty':1}"],
    ['names without quotes', '{country:"fr",qty:1}'],
    ['a comma too many', '{"country":"fr","qty":1,}'],
    ['a comment', '{"country":"fr",/* one */"qty":1}'],
    ['NaN', '{"country":"fr","qty":NaN}'],
    ['Infinity', '{"country":"fr","qty":Infinity}'],
    ['a leading zero', '{"country":"fr","qty":01}'],
    ['a leading plus', '{"country":"fr","qty":+1}'],
    ['a bare point', '{"country":"fr","qty":1.}'],
    ['hexadecimal', '{"country":"fr","qty":0x1}'],
    ['a line break in a string', '{"country":"f\nr","qty":1}'],
    ['an unknown escape', '{"country":"\\x66r","qty":1}'],
    ['a form', 'country=fr&qty=1'],
    ['50,000 opening brackets', '['.repeat(50_000)],
    ['50,000 opening braces', '{"a":'.repeat(20_000)],
    ['50,000 nested arrays', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['no-break space around', '\u00a0{"country":"fr","qty":1}'],
  ])('%s', async (_, body) => {
    const reseller = await newReseller(site());
    refused(await reseller.buy(newKey(), body), 400, 'invalid_json');
  });

  test.each([
    ['a byte that is not UTF-8', bytes('{"country":"fr","qty":1,"x":"', [0xff], '"}')],
    ['a character cut off', bytes('{"country":"fr","qty":1,"x":"', [0xe2, 0x82], '"}')],
    ['an overlong slash', bytes('{"country":"fr","qty":1,"x":"', [0xc0, 0xaf], '"}')],
    ['a surrogate in UTF-8', bytes('{"country":"fr","qty":1,"x":"', [0xed, 0xa0, 0x80], '"}')],
    ['Latin-1', Buffer.from('{"country":"fr","qty":1,"x":"é"}', 'latin1')],
    ['UTF-16', Buffer.from('\ufeff{"country":"fr","qty":1}', 'utf16le')],
    ['a cut-off character at the very end', bytes('{"country":"fr","qty":1}', [0xc3])],
  ])('%s', async (_, body) => {
    const reseller = await newReseller(site());
    refused(await reseller.buy(newKey(), body), 400, 'invalid_json');
  });

  test.each([
    ['a name twice', '{"country":"fr","qty":1,"qty":2}'],
    ['a name twice with the same value', '{"country":"fr","qty":1,"qty":1}'],
    ['a name twice, once with an escape', '{"country":"fr","qty":1,"\\u0071ty":1}'],
    ['an unknown name twice', '{"country":"fr","qty":1,"x":1,"x":1}'],
    ['a name twice deep inside', '{"country":"fr","qty":1,"x":[{"y":{"z":1,"z":2}}]}'],
    ['a name twice deep inside, with an escape', '{"country":"fr","qty":1,"x":[{"y":{"/":1,"\\/":1}}]}'],
    ['an empty name twice', '{"country":"fr","qty":1,"":1,"":2}'],
    ['__proto__ twice', '{"country":"fr","qty":1,"__proto__":1,"__proto__":1}'],
    [
      'a name twice in 20,000 nested objects',
      `{"country":"fr","qty":1,"x":${'{"a":'.repeat(16_000)}{"b":1,"b":1}${'}'.repeat(16_000)}}`,
    ],
  ])('%s', async (_, body) => {
    const reseller = await newReseller(site());
    refused(await reseller.buy(newKey(), body), 400, 'invalid_json');
  });
});

describe('idempotency_key_required', () => {
  test.each([
    ['empty', ''],
    ['7 characters', '1234567'],
    ['129 characters', 'x'.repeat(129)],
    ['15,000 characters', 'x'.repeat(15_000)],
    ['a blank inside', 'order 12345'],
    ['a slash', 'order/12345'],
    ['a plus', 'order+12345'],
    ['quotes', '"order-12345"'],
    ['a letter with an accent', 'ordré-12345'.normalize('NFC')],
    ['a comma', 'order-12345,order-12345'],
    ['a percent sign', 'order%2D12345'],
  ])('%s', async (_, key) => {
    const reseller = await newReseller(site());
    refused(await reseller.buy(key, { country: 'fr', qty: 1 }), 400, 'idempotency_key_required');
  });

  test('sent twice, even with the same value', async () => {
    const reseller = await newReseller(site());
    const key = newKey();
    const answer = await reseller.buy(key, { country: 'fr', qty: 1 }, { headers: { 'Idempotency-Key': [key, key] } });
    refused(answer, 400, 'idempotency_key_required');
  });

  test('missing', async () => {
    const reseller = await newReseller(site());
    const answer = await reseller.buy('', { country: 'fr', qty: 1 }, { headers: { 'Idempotency-Key': [] } });
    refused(answer, 400, 'idempotency_key_required');
  });

  test('in the body instead', async () => {
    const reseller = await newReseller(site());
    const order = { country: 'fr', qty: 1, idempotencyKey: newKey(), 'Idempotency-Key': newKey() };
    refused(await reseller.buy('', order), 400, 'idempotency_key_required');
  });
});

describe.each([
  [
    'invalid_country',
    [
      '{"qty":1}',
      ...[
        '""',
        '"xx"',
        '"fra"',
        '" fr"',
        '"fr "',
        '"f"',
        '"fr\\u0000"',
        'null',
        'true',
        '1',
        '["fr"]',
        '{"fr":1}',
        '"FR,ES"',
        '"\\u017fr"',
      ].map((country) => `{"country":${country},"qty":1}`),
      '{"Country":"fr","qty":1}',
      '{"constructor":"fr","qty":1}',
    ],
  ],
  [
    'invalid_qty',
    [
      '{"country":"fr"}',
      ...[
        '0',
        '-0',
        '0.0',
        '-1',
        '51',
        '1.5',
        '1e2',
        '1e400',
        '-1e400',
        '1e-1',
        '"1"',
        '""',
        'true',
        'false',
        'null',
        '[1]',
        '{}',
        '{"n":1}',
        '9007199254740993',
        '1.0000000000000000001',
        '0.9999999999999999999',
        '49.99999999999999999999',
        '1e-400',
        '2147483648',
        '4294967297',
        '18446744073709551617',
      ].map((qty) => `{"country":"fr","qty":${qty}}`),
      '{"country":"fr","Qty":1}',
    ],
  ],
  [
    'invalid_price',
    [
      '-1',
      '-0.01',
      '10000.01',
      '10001',
      '1.234',
      '0.001',
      '1e5',
      '1e400',
      'null',
      '"2"',
      '""',
      'true',
      '[]',
      '{}',
      '1.10000000000000000001',
      '9999.9999999999999999',
      '1e-7',
      '0.010000000000000000001',
      '1e-400',
    ].map((price) => `{"country":"fr","qty":1,"price":${price}}`),
  ],
])('%s', (code, bodies) => {
  test.each(bodies)('%s', async (body) => {
    const reseller = await newReseller(site());
    refused(await reseller.buy(newKey(), body), 400, code);
  });
});

test('a refused request leaves the key unused and the balance alone', async () => {
  const reseller = await newReseller(site(), { balance: 9 });
  const key = newKey();
  for (const body of ['{', '{"qty":1}', '{"country":"fr"}', '{"country":"fr","qty":1,"price":-1}']) {
    expect((await reseller.buy(key, body)).status).toBe(400);
  }
  expect(await reseller.money()).toBe(9);
  created(await reseller.buy(key, { country: 'es', qty: 2 }));
});
