/** The invoice itself: seller, buyer, lines, VAT, totals, payment. It is what goes on paper. */
import type { ReactNode } from 'react';
import { Money } from '#app/_ui/money.tsx';
import { UtcDate } from '#app/_ui/utc-date.tsx';
import type { Invoice } from '#server/plugins/billing/schema.ts';
import classes from './invoice-document.module.css';

const regions = new Intl.DisplayNames('en', { type: 'region' });
const rates = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

export function InvoiceDocument({ invoice }: { invoice: Invoice }) {
  const { seller, buyer } = invoice;
  const rate = `${rates.format(invoice.vat_rate)} %`;
  return (
    <article className={classes.document} aria-label={`Invoice ${invoice.number}`}>
      <header className={classes.head}>
        <p className={classes.title}>Invoice</p>
        <dl className={classes.facts}>
          <Fact term="Number">{invoice.number}</Fact>
          <Fact term="Date of issue and supply">
            <UtcDate at={invoice.issued_at} />
          </Fact>
          <Fact term="Order">{invoice.order_id}</Fact>
        </dl>
      </header>

      <div className={classes.parties}>
        <Party title="Seller" name={seller.legal_name} party={seller} />
        <Party title="Buyer" name={buyer.legal_name ?? buyer.email} party={buyer}>
          {buyer.legal_name !== null && <p>{buyer.email}</p>}
        </Party>
      </div>

      <table className={classes.lines} aria-label="Lines">
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col" data-numeric>
              Quantity
            </th>
            <th scope="col" data-numeric>
              Unit price, VAT incl.
            </th>
            <th scope="col" data-numeric>
              Amount, VAT incl.
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
        <Fact term="Total without VAT">
          <Money euros={invoice.net} />
        </Fact>
        <Fact term={`VAT ${rate}`}>
          <Money euros={invoice.vat} />
        </Fact>
        <div className={classes.gross}>
          <dt>Total, VAT included</dt>
          <dd>
            <Money euros={invoice.gross} />
          </dd>
        </div>
      </dl>

      <p className={classes.payment}>
        Paid in full from the prepaid balance on <UtcDate at={invoice.issued_at} />. Nothing is left to pay.
      </p>
    </article>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface PartyProps {
  title: string;
  name: string;
  party: Invoice['buyer'] | Invoice['seller'];
  children?: ReactNode;
}

function Party({ title, name, party, children }: PartyProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p className={classes.name}>{name}</p>
      {party.address_lines !== null && <p className={classes.address}>{party.address_lines}</p>}
      {party.country_code !== null && <p>{regions.of(party.country_code)}</p>}
      {party.vat_id !== null && <p>VAT number {party.vat_id}</p>}
      {children}
    </section>
  );
}
