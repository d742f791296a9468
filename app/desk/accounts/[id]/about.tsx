'use client';
/** What the account is, as its owner sees it; nothing of it is changed here. */
import { useFormatter } from 'next-intl';
import { Badge } from '#app/_ui/badge.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Fact, Facts } from '#app/_ui/facts.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import type { Language } from '#server/kernel/languages.ts';
import classes from '../../desk.module.css';
import type { AccountView } from './view.ts';

const languages: Readonly<Record<Language, string>> = { en: 'English', fr: 'French', es: 'Spanish' };

export function About({ view }: { view: AccountView }) {
  const format = useFormatter();
  const { account, key, proxies } = view;
  return (
    <Panel
      id="about"
      title="Account"
      actions={
        <ButtonLink href={`/desk/audit?subject_kind=account&subject=${account.account_id}`} variant="default" size="xs">
          What was changed
        </ButtonLink>
      }
    >
      <Facts>
        <Fact name="Opened">
          <Moment at={account.created_at} />
        </Fact>
        <Fact name="E-mail address">
          <Badge tone={account.email_confirmed ? 'good' : 'warn'}>
            {account.email_confirmed ? 'Confirmed' : 'Not confirmed'}
          </Badge>
        </Fact>
        <Fact name="Two-factor sign-in">
          <Badge tone={account.two_factor ? 'good' : 'plain'}>{account.two_factor ? 'On' : 'Off'}</Badge>
        </Fact>
        <Fact name="Language of mails">{languages[account.language]}</Fact>
        <Fact name="Proxies">
          {format.number(proxies.live)} valid
          <span className={classes.quiet}>of {format.number(proxies.all)} in all</span>
        </Fact>
        <Fact name="API key">
          {key ? (
            <>
              <code>…{key.last_four}</code>
              <span className={classes.quiet}>
                made <Moment at={key.created_at} />, {key.last_used_at ? 'last used ' : 'never used'}
                {key.last_used_at && <Moment at={key.last_used_at} />}
              </span>
            </>
          ) : (
            'None'
          )}
        </Fact>
      </Facts>
    </Panel>
  );
}
