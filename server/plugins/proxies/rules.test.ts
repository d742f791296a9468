/** How a proxy is written down and searched for: what programs split, what is pasted into a shell, and what is typed; and how long stock lasts. */
import { expect, it } from 'vitest';
import { accessString, curlLines, forecastOf, type StockFacts, searchTerm } from './rules.ts';

const proxy = { host: 'entry.example', port: 1080, username: 'isp7', password: 'Abc' };
const overIpv6 = { ...proxy, host: '2001:db8::7' };

it('joins the four parts, an IPv6 host in brackets', () => {
  expect(accessString(proxy)).toBe('entry.example:1080:isp7:Abc');
  expect(accessString(overIpv6)).toBe('[2001:db8::7]:1080:isp7:Abc');
});

it('names the entry point, the credential and what to fetch', () => {
  expect(curlLines(proxy, 'https://site.example/api/ip')).toEqual({
    socks5: "curl --socks5-hostname entry.example:1080 \\\n  --proxy-user 'isp7:Abc' \\\n  https://site.example/api/ip",
    http: "curl -x http://entry.example:1080 \\\n  --proxy-user 'isp7:Abc' \\\n  https://site.example/api/ip",
  });
  expect(curlLines(overIpv6, 'https://site.example/').http).toContain(' http://[2001:db8::7]:1080 ');
});

it.each([
  ['  PX_ab ', 'px_ab'],
  ['isp2345', 'isp2345'],
  ['localhost:1080:ispabcdefghijkmn:aB3aB3aB3aB3aB3aB3aB3aB3', 'ispabcdefghijkmn'],
  ['socks5://ispabcdefghijkmn:aB3aB3aB3aB3aB3aB3aB3aB3@localhost:1080', 'ispabcdefghijkmn'],
  ['px_abcdefghijkmnpqr,localhost,1080,ispabcdefghijkmn,aB3', 'px_abcdefghijkmnpqr'],
  ['', ''],
])('searching %j looks for %j', (typed, term) => expect(searchTerm(typed)).toBe(term));

const stock = (facts: Partial<StockFacts>): StockFacts => ({
  free: 100,
  sold: 140,
  ended: 0,
  renewed: 0,
  returns: Array.from({ length: 60 }, () => 0),
  cycleDays: 30,
  ...facts,
});

it('tells the day on which the stock is sold out at the rate of the last fourteen days', () => {
  expect(forecastOf(stock({}))).toMatchObject({ rate: 10, soldOutDays: 10 });
  expect(forecastOf(stock({ free: 95 })).soldOutDays).toBe(9.5);
  expect(forecastOf(stock({ free: 0 })).soldOutDays).toBe(0);
  expect(forecastOf(stock({ sold: 0 }))).toMatchObject({ rate: 0, soldOutDays: null });
});

it('counts in what returns, but for the share that is renewed', () => {
  const returns = Array.from({ length: 60 }, () => 5);
  expect(forecastOf(stock({ returns })).soldOutDays).toBe(20);
  expect(forecastOf(stock({ returns, ended: 10, renewed: 10 })).soldOutDays).toBe(10);
  expect(forecastOf(stock({ returns, ended: 10, renewed: 6 })).soldOutDays).toBe(12.5);
});

it('counts in that what is sold from now on returns as well, so that a stock which turns over lasts', () => {
  expect(forecastOf(stock({ free: 301 })).soldOutDays).toBeNull();
  expect(forecastOf(stock({ free: 301, cycleDays: 37 })).soldOutDays).toBe(30.1);
});

it('draws the stock of now and of each day ahead, and never less than none', () => {
  const { free } = forecastOf(stock({ free: 25 }));
  expect(free).toHaveLength(61);
  expect(free.slice(0, 5)).toEqual([25, 15, 5, 0, 0]);
});
