/** What a link that does not work says, for whatever reason. */
import { IconLinkOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Empty } from '#app/_ui/panel.tsx';

export default function NoSuchLink() {
  const t = useTranslations('buyerLink');
  return (
    <Empty page icon={<IconLinkOff size={20} />} title={t('dead')}>
      {t('deadWhy')}
    </Empty>
  );
}
