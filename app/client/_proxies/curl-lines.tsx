'use client';
/** Two calls of curl that fetch the site's view of the client's address through a proxy. */
import { useTranslations } from 'next-intl';
import { CodeLine } from '#app/_ui/code-line.tsx';
import { curlLines, HIDDEN_PASSWORD, type ProxyAccess } from '#server/plugins/proxies/rules.ts';
import classes from './curl-lines.module.css';
import { Part } from './part.tsx';

interface Props {
  proxy: ProxyAccess;
  checkUrl: string;
  passwordShown: boolean;
}

export function CurlLines({ proxy, checkUrl, passwordShown }: Props) {
  const t = useTranslations('proxies');
  const lines = curlLines(proxy, checkUrl);
  const shown = passwordShown ? lines : curlLines({ ...proxy, password: HIDDEN_PASSWORD }, checkUrl);
  const copyable = proxy.password !== HIDDEN_PASSWORD;
  return (
    <Part title={t('withCurl')}>
      <p>{t('curlWhat')}</p>
      <div className={classes.line}>
        <h4>SOCKS5</h4>
        <CodeLine what={t('copyNames.socks5')} code={lines.socks5} shown={shown.socks5} copyable={copyable} />
      </div>
      <div className={classes.line}>
        <h4>HTTP</h4>
        <CodeLine what={t('copyNames.http')} code={lines.http} shown={shown.http} copyable={copyable} />
      </div>
    </Part>
  );
}
