import * as v from 'valibot';
import { allAbouts } from '#connectors/abouts.ts';
import type { MethodAbility } from '#connectors/interface/about.ts';
import { methodForms } from '#connectors/stripe/method-forms.ts';
import { fieldsOf } from '#switch/payment-methods/available/required-fields.ts';
import { PaymentMethodData } from '#switch/payments/payment-method-data/payment-method-data.ts';
import { type PayerField, payerFields } from '#vocabulary/payer-fields.ts';

/** What a payer may type into a field. */
function typedInto(field: PayerField, place: string): string {
  if (place === 'card.card_number') return '4242424242424242';
  if (field.type === 'user_email_address') return 'payer@example.com';
  return field.options?.[0] ?? '12';
}

function put(
  data: Record<string, unknown>,
  [first = '', ...rest]: readonly string[],
  value: string,
): void {
  if (rest.length === 0) {
    data[first] = value;
    return;
  }
  data[first] ??= {};
  put(Object(data[first]), rest, value);
}

/** Payment method data with a value in each field, without those that are left out. */
function filledIn(fields: readonly (keyof typeof payerFields)[]): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const name of fields) put(data, name.split('.'), typedInto(payerFields[name], name));
  return data;
}

/** Data of one variant, with the values of a form in it. */
const dataOf = (variant: string, { method }: MethodAbility, fields: FieldNames) => {
  const { [method]: stated = {}, ...rest } = filledIn(fields);
  return { [method]: { [variant]: {}, ...Object(stated) }, ...rest };
};

type FieldNames = Parameters<typeof filledIn>[0];

const isTaken = (data: unknown) => v.safeParse(PaymentMethodData, data).success;

/** Every method but cards at every connector, with the fields that its form has. */
const offers = allAbouts().flatMap(({ name: connector, methods }) =>
  methods
    .filter(({ method }) => method !== 'card')
    .map((ability) => ({
      connector,
      ability,
      fields: fieldsOf({ method: ability.method, ability }),
      variants: (ability.variants ?? []).filter((variant) => variant !== ''),
    })),
);

describe('the fields of a payment form', () => {
  it('a form makes up whole data of each method but of those that an app or a merchant states', () => {
    const stateless = ['crypto crypto_currency', 'reward classic', 'reward evoucher'];
    const incomplete = offers
      .filter(
        ({ ability, fields, variants }) =>
          !variants.some(
            (variant) =>
              isTaken(dataOf(variant, ability, fields)) ||
              // Some vouchers consist only of their name.
              isTaken({ [ability.method]: variant }),
          ),
      )
      .map(({ ability: { method, type } }) => `${method} ${type}`)
      .filter((one) => !stateless.includes(one));
    expect([...new Set(incomplete)].sort()).toEqual([
      'network_token network_token',
      'wallet apple_pay',
      'wallet google_pay',
    ]);
  });

  it('no field of a form is one that the contract and the adapters can do without', () => {
    // A payer always has these; without them the processor asks again, or refuses.
    const alwaysStated = /^(?:billing\.|upi\.|voucher\.|bank_redirect\.blik\.)/;
    const idle = offers.flatMap(({ ability, fields, variants }) =>
      fields
        .filter((field) => !alwaysStated.test(field))
        .filter((field) => {
          const others = fields.filter((one) => one !== field);
          return variants.some((variant) => isTaken(dataOf(variant, ability, others)));
        }),
    );
    expect(idle).toEqual([]);
  });

  it.each(
    offers
      .filter(({ connector }) => connector === 'stripe')
      .map(({ ability, fields, variants }) => ({
        name: `${ability.method} ${ability.type}` as const,
        ability,
        fields,
        variants,
      }))
      .filter(({ name }) => methodForms[name]),
  )(
    "Stripe's form of $name needs the fields of the payer's form",
    ({ name, ability, fields, variants }) => {
      const [variant = ''] = variants;
      const currency = ability.currencies?.[0] ?? 'EUR';
      const country = fields.includes('billing.address.country')
        ? ability.countries?.[0]
        : undefined;
      const formOf = (stated: FieldNames) => {
        const data = Object(dataOf(variant, ability, stated)[ability.method])[variant];
        return methodForms[name]?.({ data, currency, country });
      };
      expect(formOf(fields)).toMatchObject({ type: expect.any(String) });
      for (const field of fields.filter((one) => !one.startsWith('billing.'))) {
        expect(() => formOf(fields.filter((one) => one !== field))).toThrow(/have no/);
      }
    },
  );
});
