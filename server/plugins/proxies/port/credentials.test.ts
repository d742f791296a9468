/** What is minted is recognised where somebody pastes it. */
import { expect, it } from 'vitest';
import { proxyIdForm, usernameForm } from '#server/kernel/name-forms.ts';
import { mint } from './credentials.ts';

it('mints ids and usernames of the forms that searches look for', () => {
  for (const { id, username } of mint(Array.from({ length: 100 }, (_, nth) => ({ addressId: nth + 1 })))) {
    expect(id).toMatch(new RegExp(`^${proxyIdForm}$`));
    expect(username).toMatch(new RegExp(`^${usernameForm}$`));
  }
});
