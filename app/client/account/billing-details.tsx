'use client';
/** Who buys, as the next invoice says it. */
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { isVatIdForm, plainVatId } from '#server/plugins/billing/rules.ts';
import classes from './account.module.css';

interface Details {
  legal_name: string | null;
  address_lines: string | null;
  country_code: string | null;
  vat_id: string | null;
}

/** A country by its code, and its name in the reader's language. */
export interface NamedCountry {
  readonly value: string;
  readonly label: string;
}

/** @param countries named by the server: browsers know other names of some. */
export function BillingDetails({ countries }: { countries: readonly NamedCountry[] }) {
  const t = useTranslations('account');
  const procedures = useProcedures();
  const details = useQuery(procedures.billing.details.queryOptions());
  return (
    <Panel id="billing-details" title={t('billing')} description={t('billingWhat')}>
      {details.isError && <Problem what={t('billing')} onRetry={() => details.refetch()} retrying={details.isFetching} />}
      {details.data && (
        <PanelBody>
          <DetailsForm given={details.data} countries={countries} />
        </PanelBody>
      )}
    </Panel>
  );
}

function DetailsForm({ given, countries }: { given: Details; countries: readonly NamedCountry[] }) {
  const t = useTranslations('account');
  const procedures = useProcedures();
  const queries = useQueryClient();
  const save = useMutation(
    procedures.billing.setDetails.mutationOptions({
      onSuccess: () => queries.invalidateQueries(procedures.billing.details.queryFilter()),
    }),
  );
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      legal_name: given.legal_name ?? '',
      address_lines: given.address_lines ?? '',
      country_code: given.country_code ?? '',
      vat_id: given.vat_id ?? '',
    },
    validate: {
      legal_name: (name) => (name.length > 120 ? t('tooLong', { most: 120 }) : null),
      address_lines: (lines) => (lines.length > 300 || lines.trim().split('\n').length > 4 ? t('addressForm') : null),
      vat_id: (typed, { country_code: country }) => {
        const vatId = plainVatId(typed);
        if (vatId === '') return null;
        if (country === '') return t('vatNeedsCountry');
        return isVatIdForm(vatId, country) ? null : t('vatForm');
      },
    },
  });
  return (
    <form className={classes.form} method="post" onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      {save.isError && (
        <Notice tone="bad" alert>
          {t('failed')}
        </Notice>
      )}
      <div className={classes.pair}>
        <TextInput
          label={t('legalName')}
          autoComplete="organization"
          key={form.key('legal_name')}
          {...form.getInputProps('legal_name')}
        />
        <NativeSelect
          label={t('country')}
          autoComplete="country"
          data={[{ value: '', label: '–' }, ...countries]}
          key={form.key('country_code')}
          {...form.getInputProps('country_code')}
        />
        <Textarea
          label={t('address')}
          description={t('addressWhat')}
          autoComplete="street-address"
          autosize
          minRows={3}
          maxRows={4}
          key={form.key('address_lines')}
          {...form.getInputProps('address_lines')}
        />
        <TextInput
          label={t('vatId')}
          description={t('vatWhat')}
          autoComplete="off"
          key={form.key('vat_id')}
          {...form.getInputProps('vat_id')}
        />
      </div>
      <div className={classes.actions}>
        <span role="status">{save.isSuccess && t('saved')}</span>
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
