/** An invoice or a credit note as it goes on paper: seller, buyer, lines, VAT, totals, payment. Its labels are those of the PDF. */
import { useFormatter, useLocale } from 'next-intl';
import { languageOf } from '#app/_language/language.ts';
import { Money } from '#app/_ui/money.tsx';
import { UtcDate } from '#app/_ui/utc-date.tsx';
import { invoiceLabels } from '#server/plugins/billing/adapters/invoice-labels.ts';
import type { Invoice } from '#server/plugins/billing/schema.ts';
import { Fact, Paper, PaperHead, Parties, Party } from '../../_paper/paper.tsx';
import classes from './invoice-document.module.css';

export function InvoiceDocument({ invoice }: { invoice: Invoice }) {
  const said = invoiceLabels[languageOf(useLocale())];
  const format = useFormatter();
  const { seller, buyer, corrects, reason } = invoice;
  const isInvoice = invoice.kind === 'invoice';
  const what = isInvoice ? said.invoice : said.creditNote;
  const rate = format.number(invoice.vat_rate / 100, 'percent');
  const date = format.dateTime(new Date(invoice.issued_at), 'day');
  const vatNumber = (number: string) => `${said.vatNumber} ${number}`;
  return (
    <Paper title={`${what} ${invoice.number}`}>
      <PaperHead title={what}>
        <Fact term={said.number}>{invoice.number}</Fact>
        <Fact term={isInvoice ? said.dateOfIssueAndSupply : said.dateOfIssue}>
          <UtcDate at={invoice.issued_at} />
        </Fact>
        {invoice.order_id === null ? (
          <Fact term={said.renewal}>{invoice.renewal_id}</Fact>
        ) : (
          <Fact term={said.order}>{invoice.order_id}</Fact>
        )}
        {corrects && (
          <Fact term={said.corrects}>
            {said.correctsOf(corrects.number, format.dateTime(new Date(corrects.issued_at), 'day'))}
          </Fact>
        )}
        {reason !== null && <Fact term={said.reason}>{reason}</Fact>}
      </PaperHead>

      <Parties>
        <Party title={said.seller} party={seller} vatNumber={vatNumber} />
        <Party title={said.buyer} party={buyer} vatNumber={vatNumber} />
      </Parties>

      <table className={classes.lines} aria-label={said.description}>
        <thead>
          <tr>
            <th scope="col">{said.description}</th>
            <th scope="col" data-numeric>
              {said.quantity}
            </th>
            <th scope="col" data-numeric>
              {said.unitPrice}
            </th>
            <th scope="col" data-numeric>
              {said.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line) => (
            <tr key={`${line.description} ${line.qty} ${line.unit_price}`}>
              <td>{line.description}</td>
              <td data-numeric>{line.qty}</td>
              <td data-numeric>
                <Money euros={line.unit_price} />
              </td>
              <td data-numeric>
                <Money euros={line.total} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>

      <dl className={classes.totals}>
        <Fact term={said.totalNet}>
          <Money euros={invoice.net} />
        </Fact>
        <Fact term={said.totalVat(rate)}>
          <Money euros={invoice.vat} />
        </Fact>
        <div className={classes.gross}>
          <dt>{isInvoice ? said.totalGross : said.totalCredited}</dt>
          <dd>
            <Money euros={invoice.gross} />
          </dd>
        </div>
      </dl>

      <p className={classes.payment}>{isInvoice ? said.paid(date) : said.givenBack(date)}</p>
    </Paper>
  );
}
