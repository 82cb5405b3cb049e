import { Fragment } from 'preact';
import { TypedFields } from '../../typed-fields/browser/typed-fields.tsx';
import type { ShownFlaws } from '../../typed-fields/browser/use-shown-flaws.ts';
import type { CheckoutData, CheckoutMandate, CheckoutMethod } from '../checkout-data.ts';
import { money } from '../checkout-flow.ts';

interface MethodFieldsProps {
  readonly data: CheckoutData;
  readonly method: CheckoutMethod;
  /** The typed values, in the order of the fields. */
  readonly values: readonly string[];
  readonly flaws: ShownFlaws;
  readonly onInput: (values: readonly string[]) => void;
}

/** The fields of a payment method, and the consent to a direct debit. */
export function MethodFields({ data, method, values, flaws, onInput }: MethodFieldsProps) {
  const { locale } = data;
  return (
    <>
      <TypedFields form={method} {...{ values, flaws, locale, onInput }} />
      {method.mandate && (
        <Mandate data={data} mandate={method.mandate} surcharge={method.surcharge} />
      )}
    </>
  );
}

interface MandateProps {
  readonly data: CheckoutData;
  readonly mandate: CheckoutMandate;
  /** In the major unit. */
  readonly surcharge: number;
}

/** The text by which the payer authorises a direct debit. */
function Mandate({ data, mandate, surcharge }: MandateProps) {
  const { locale, price } = data;
  const amount = money(data, Number(price.amount) + surcharge);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date());
  return (
    <section class="quiet mandate" aria-labelledby="mandate">
      <h3 id="mandate">{mandate.title}</h3>
      <p>{mandate.signedBy}</p>
      <dl>
        {mandate.facts.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ))}
      </dl>
      {mandate.text.map((one) => (
        <p key={one}>{one.replace('{amount}', () => amount).replace('{date}', () => date)}</p>
      ))}
    </section>
  );
}
