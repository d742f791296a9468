/** Credentials in the forms that other programs read. */
import { expect, it } from 'vitest';
import type { DeliveredProxy } from '#server/plugins/proxies/schema.ts';
import { type FormatName, fileName, formats } from './formats.ts';

const proxy: DeliveredProxy = {
  proxy_id: 'px_1',
  host: 'entry.example',
  port: 1080,
  username: 'isp7',
  password: 'Abc',
  access: 'entry.example:1080:isp7:Abc',
  country: 'fr',
  expires_at: '2026-12-21T10:00:00.000Z',
};
const overIpv6 = { ...proxy, proxy_id: 'px_2', host: '2001:db8::7' };

it.each<[FormatName, string]>([
  ['access', 'entry.example:1080:isp7:Abc\n[2001:db8::7]:1080:isp7:Abc\n'],
  ['login', 'isp7:Abc@entry.example:1080\nisp7:Abc@[2001:db8::7]:1080\n'],
  ['socks5', 'socks5://isp7:Abc@entry.example:1080\nsocks5://isp7:Abc@[2001:db8::7]:1080\n'],
  ['http', 'http://isp7:Abc@entry.example:1080\nhttp://isp7:Abc@[2001:db8::7]:1080\n'],
  [
    'csv',
    'proxy_id,host,port,username,password,country,expires_at\r\n' +
      'px_1,entry.example,1080,isp7,Abc,fr,2026-12-21T10:00:00.000Z\r\n' +
      'px_2,2001:db8::7,1080,isp7,Abc,fr,2026-12-21T10:00:00.000Z\r\n',
  ],
])('as %s', (format, text) => expect(formats[format].write([proxy, overIpv6])).toBe(text));

it('as JSON, like the purchase delivered them', () => {
  expect(JSON.parse(formats.json.write([proxy, overIpv6]))).toEqual([proxy, overIpv6]);
});

it('a file is named after the day', () => {
  expect(fileName('access', new Date(2026, 0, 5))).toBe('proxies-2026-01-05.txt');
  expect(fileName('csv', new Date(2026, 10, 21))).toBe('proxies-2026-11-21.csv');
});
