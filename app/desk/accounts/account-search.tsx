'use client';
/** The search for accounts, and what it found. */
import { IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { listPath } from '#app/_lists/address.ts';
import { Found } from '#app/_lists/found.tsx';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { SearchField } from '#app/_lists/search-field.tsx';
import { useShown } from '#app/_lists/use-shown.ts';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Empty, Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { withoutPassword } from '#server/plugins/support/rules.ts';
import classes from '../desk.module.css';

const PATH = '/desk/accounts';
const addressOf = (search: string) => listPath(PATH, { search });

export function AccountSearch({ search }: { search: string }) {
  const procedures = useProcedures();
  const { asked, moving, show } = useShown(search, addressOf);
  const { data, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    ...procedures.support.accounts.find.queryOptions({ search }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      id="found"
      title={search === '' ? 'Newest accounts' : 'Accounts found'}
      description={
        data && data.accounts.length === data.most && `The newest ${data.most}. Search for more of an address to find others.`
      }
    >
      <PanelBody>
        <SearchField
          label="Search for an account"
          placeholder="E-mail, order, proxy, invoice, or the last four characters of a key"
          value={asked}
          term={withoutPassword}
          onSearch={(term) => show(term, true)}
        />
      </PanelBody>
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The accounts" retrying={isFetching} onRetry={() => refetch()} />
      ) : data.accounts.length === 0 ? (
        <Empty
          icon={<IconUserSearch size={20} />}
          title="No account fits"
          action={
            <ButtonLink href={PATH} variant="default">
              Show the newest
            </ButtonLink>
          }
        >
          Deleted accounts are not found. Of an order or an invoice give the whole number, of a proxy its id or username.
        </Empty>
      ) : (
        <Found stale={moving || isPlaceholderData}>
          <Table
            caption="Accounts"
            columns={[
              { label: 'Account' },
              { label: 'E-mail' },
              { label: 'State' },
              { label: 'Opened' },
              ...(search === '' ? [] : [{ label: 'Found by' }]),
            ]}
          >
            {data.accounts.map((account) => (
              <Row key={account.account_id}>
                <Cell label="Account">{account.account_id}</Cell>
                <Cell label="E-mail" inCard="lead">
                  <Link href={`${PATH}/${account.account_id}`} prefetch={false} className={classes.name}>
                    {account.email}
                  </Link>
                </Cell>
                <Cell label="State">
                  <span className={classes.badges}>
                    {account.role === 'support' && <Badge tone="accent">Support</Badge>}
                    {account.reseller_mode && <Badge tone="plain">Reseller</Badge>}
                    {account.locked && <Badge tone="bad">Locked</Badge>}
                  </span>
                </Cell>
                <Cell label="Opened">
                  <Moment at={account.created_at} />
                </Cell>
                {search !== '' && <Cell label="Found by">{account.by.join(', ')}</Cell>}
              </Row>
            ))}
          </Table>
        </Found>
      )}
    </Panel>
  );
}
