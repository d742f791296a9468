/** Says beside the end of a proxy that it is near, or past. */
import { useTranslations } from 'next-intl';
import { Badge } from '#app/_ui/badge.tsx';
import { limits } from '#server/kernel/limits.ts';

export function Expiry({ at }: { at: Date }) {
  const t = useTranslations('proxies');
  const days = (at.getTime() - Date.now()) / (24 * 60 * 60 * 1_000);
  if (days <= 0) return <Badge tone="plain">{t('expired')}</Badge>;
  return days <= limits.proxySoonDays && <Badge tone="warn">{t('soon')}</Badge>;
}
