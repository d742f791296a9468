'use client';
/** What stands in a list where the filter finds nothing, or the page lies beyond the end. */
import { IconSearchOff } from '@tabler/icons-react';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Empty } from '#app/_ui/panel.tsx';

/** @param total how many the filter finds on all pages. @param first the address of the first page. @param all that without a filter. */
export function NothingFound({ what, total, first, all }: { what: string; total: number; first: string; all: string }) {
  return total > 0 ? (
    <Empty
      icon={<IconSearchOff size={20} />}
      title="This page is empty"
      action={
        <ButtonLink href={first} variant="default">
          Go to the first page
        </ButtonLink>
      }
    >
      The list ends before this page.
    </Empty>
  ) : (
    <Empty
      icon={<IconSearchOff size={20} />}
      title={`No ${what} fits`}
      action={
        <ButtonLink href={all} variant="default">
          Show all
        </ButtonLink>
      }
    >
      Loosen the filter, or look through all of them.
    </Empty>
  );
}
