/** What /api/ip says, whichever front asks. */
import { describe, expect, it } from 'vitest';
import { answerIp, isIpPath } from './client-ip.ts';

describe('the address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:DB8:0:0:0:0:0:7', '2001:db8::7'],
  ])('%s is shown as %s', (address, shown) => {
    expect(answerIp('GET', '/api/ip', address)).toMatchObject({ status: 200, body: `${shown}\n` });
    expect(answerIp('GET', '/api/ip?format=json', address)).toMatchObject({ status: 200, body: JSON.stringify({ ip: shown }) });
  });

  it.each(['unknown', '', 'localhost'])('is not made up of %j', (address) => {
    expect(answerIp('GET', '/api/ip', address).status).toBe(503);
  });
});

it.each(['text', '', 'JSON', 'xml'])('there is no format %j', (format) => {
  expect(answerIp('GET', `/api/ip?format=${format}`, '203.0.113.7').status).toBe(400);
});

it.each([
  ['/api/ip', true],
  ['/api/ip?format=json', true],
  ['/api/ips', false],
  ['/api/ip/', false],
])('%s asks for it: %s', (target, expected) => expect(isIpPath(target)).toBe(expected));
