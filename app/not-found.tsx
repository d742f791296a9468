/** What an address without a page says. */
import { IconMapOff } from '@tabler/icons-react';
import { ButtonLink } from './_ui/button-link.tsx';
import { Empty } from './_ui/panel.tsx';
import { SiteFrame } from './_ui/site-frame.tsx';

export const metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <SiteFrame>
      <Empty
        page
        icon={<IconMapOff size={20} />}
        title="There is no such page"
        action={<ButtonLink href="/client">Go to the client area</ButtonLink>}
      >
        The address may be misspelt, or the page has moved. Everything of your account is in the client area.
      </Empty>
    </SiteFrame>
  );
}
