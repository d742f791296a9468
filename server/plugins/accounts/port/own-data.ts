/** What this plugin itself keeps of an account: the address, sign-ins, mailed links, the second factor. With it go the account's tasks. */
import { enqueue } from '../../mail/port.ts';
import * as tasks from '../../tasks/port.ts';
import { accountDeletedMail } from '../mails.ts';
import { SESSION_SECONDS } from '../rules.ts';
import { eraseAccount, findById, recipient } from '../store/accounts.ts';
import { dropLinks } from '../store/mailed-links.ts';
import { endSessions, sessions } from '../store/sessions.ts';
import { endTwoFactor, findTwoFactor } from '../store/two-factor.ts';
import type { AccountData } from './deletion.ts';

export const ownData: AccountData = {
  name: 'account',

  async export({ db }, accountId) {
    const [account, signIns, twoFactor] = await Promise.all([
      findById(db, accountId),
      sessions(db, accountId, SESSION_SECONDS),
      findTwoFactor(db, accountId),
    ]);
    if (!account) throw new Error('the account was deleted');
    const { id, email, role, resellerMode, language, emailConfirmedAt, createdAt } = account;
    return {
      account_id: id,
      email,
      email_confirmed_at: emailConfirmedAt,
      role,
      reseller_mode: resellerMode,
      language,
      two_factor: twoFactor?.confirmed ?? false,
      created_at: createdAt,
      sign_ins: signIns.map(({ user_agent, network, created_at, seen_at }) => ({ user_agent, network, created_at, seen_at })),
    };
  },

  async erase(tx, accountId) {
    const { email, language } = await recipient(tx, accountId);
    if (!(await eraseAccount(tx, accountId))) throw new Error('the account was deleted meanwhile');
    await enqueue(tx, { to: email, ...accountDeletedMail(language) });
    await endSessions(tx, accountId);
    await dropLinks(tx, accountId, null);
    await endTwoFactor(tx, accountId);
    await tasks.erase(tx, accountId);
  },
};
