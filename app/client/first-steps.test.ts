/** The overview's checklist. */
import { expect, it } from 'vitest';
import { firstSteps, type Standing } from './first-steps.ts';

const fresh: Standing = { resellerMode: false, balance: 0, hasKey: false, hasOrders: false };
const open = (standing: Partial<Standing>) =>
  firstSteps({ ...fresh, ...standing }).flatMap(({ step, done }) => (done ? [] : [step]));

it('lists everything for a fresh account', () => {
  expect(open({})).toEqual(['reseller_mode', 'top_up', 'api_key', 'first_order']);
});

it('takes off what is done', () => {
  expect(open({ resellerMode: true, balance: 25 })).toEqual(['api_key', 'first_order']);
});

it('does not ask for a first top-up from who spent all of it', () => {
  expect(open({ resellerMode: true, hasKey: true, hasOrders: true })).toEqual([]);
});
