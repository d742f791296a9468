/** What next-auth's answers to a sign-in mean. */
import { expect, it } from 'vitest';
import { signInAnswer } from './session-calls.ts';

it.each([
  ['', { outcome: 'signed_in' }],
  ['error=CredentialsSignin&provider=credentials', { outcome: 'wrong' }],
  ['error=wait%2042', { outcome: 'wait', seconds: 42 }],
  ['error=code_needed', { outcome: 'code_needed' }],
  ['error=code_wrong', { outcome: 'code_wrong' }],
  ['error=locked', { outcome: 'locked' }],
  ['error=unavailable', { outcome: 'unavailable' }],
  ['error=wait%20for%20it', { outcome: 'unavailable' }],
  ['csrf=true', { outcome: 'unavailable' }],
])('%s', (parameters, answer) => expect(signInAnswer(new URLSearchParams(parameters))).toEqual(answer));
