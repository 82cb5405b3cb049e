import type { PayoutTarget } from '#connectors/interface/payouts.ts';
import type { PageTexts, PayeeTexts } from '#vocabulary/page-texts/page-texts.ts';
import type { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { methodName } from '../checkout/method-names.ts';
import type { FieldKind, TypedField } from '../typed-fields/typed-field.ts';
import type { PayeeMethod } from './payee-data.ts';

/** Payment methods and their types, as accounts and links enable them. */
export interface EnabledMethod {
  readonly payment_method: PaymentMethod;
  /** Undefined for all types. */
  readonly payment_method_types: readonly PaymentMethodType[] | undefined;
}

interface Texts {
  readonly pages: PageTexts;
  readonly payee: PayeeTexts;
}

type FieldOf = (texts: Texts) => Omit<TypedField, 'path'> & { readonly name: string };

const cardField = (number: string, month: string, year: string): readonly FieldOf[] => [
  ({ pages: { form } }) => ({
    name: number,
    kind: 'card number',
    label: form.cardNumber,
    autocomplete: 'cc-number',
  }),
  ({ pages: { form } }) => ({
    name: month,
    yearPath: [year],
    kind: 'expiry',
    label: `${form.expiry} (${form.expiryForm})`,
    autocomplete: 'cc-exp',
  }),
  ({ pages: { form } }) => ({
    name: 'card_holder_name',
    kind: 'cardholder name',
    label: `${form.cardholderName} (${form.optional})`,
    autocomplete: 'cc-name',
    isOptional: true,
  }),
];

const field =
  (name: string, kind: FieldKind, label: (texts: Texts) => string, autocomplete = 'off'): FieldOf =>
  (texts) => ({ name, kind, label: label(texts), autocomplete });

const accountNumber = (kind: 'ach account' | 'bacs account') =>
  field('bank_account_number', kind, ({ pages }) => pages.checkout.fields.accountNumber);
const phone = field('telephone_number', 'phone', ({ pages }) => pages.checkout.fields.phone, 'tel');
const email = field('email', 'email', ({ pages }) => pages.checkout.fields.email, 'email');
const iban = field('iban', 'iban', ({ pages }) => pages.checkout.fields.iban);

/** A kind of destination: its place in `payout_method_data`, and the fields that state it. */
interface Destination {
  readonly method: PaymentMethod;
  readonly types: readonly PaymentMethodType[];
  readonly target: PayoutTarget;
  /** The only currency that it is paid in; absent without a limit. */
  readonly currency?: string;
  readonly place: readonly [string, ...string[]];
  /** Members beside the fields. */
  readonly members?: Readonly<Record<string, string>>;
  readonly fields: readonly FieldOf[];
}

/** The destinations that a payee can state on a page, in the order in which they are shown. */
const destinations: readonly Destination[] = [
  {
    method: 'card',
    types: ['credit', 'debit'],
    target: 'card',
    place: ['card'],
    fields: cardField('card_number', 'expiry_month', 'expiry_year'),
  },
  {
    method: 'bank_transfer',
    types: ['ach'],
    target: 'ach',
    currency: 'USD',
    place: ['bank'],
    fields: [
      field(
        'bank_routing_number',
        'routing number',
        ({ pages }) => pages.checkout.fields.routingNumber,
      ),
      accountNumber('ach account'),
    ],
  },
  {
    method: 'bank_transfer',
    types: ['bacs'],
    target: 'bacs',
    currency: 'GBP',
    place: ['bank'],
    fields: [
      field('bank_sort_code', 'sort code', ({ pages }) => pages.checkout.fields.sortCode),
      accountNumber('bacs account'),
    ],
  },
  {
    method: 'bank_transfer',
    types: ['sepa_bank_transfer', 'sepa'],
    target: 'sepa',
    currency: 'EUR',
    place: ['bank'],
    fields: [iban, field('bic', 'text', () => 'BIC')],
  },
  {
    method: 'bank_transfer',
    types: ['pix'],
    target: 'pix',
    currency: 'BRL',
    place: ['bank_transfer'],
    members: { payout_method_type: 'pix_key' },
    fields: [field('pix_key', 'text', () => 'Pix')],
  },
  {
    method: 'wallet',
    types: ['paypal'],
    target: 'paypal',
    place: ['wallet', 'paypal'],
    fields: [email],
  },
  {
    method: 'wallet',
    types: ['venmo'],
    target: 'venmo',
    currency: 'USD',
    place: ['wallet', 'venmo'],
    fields: [phone],
  },
  {
    method: 'bank_redirect',
    types: ['interac'],
    target: 'interac',
    currency: 'CAD',
    place: ['bank_redirect', 'interac'],
    fields: [email],
  },
];

/** A payout, as far as it decides about its destinations. */
interface PayoutChoice {
  readonly currency: string;
  /** The methods of its link; undefined without a limit. */
  readonly methods: readonly EnabledMethod[] | undefined;
}

/** Whether a list enables one of these types; `undefined` enables all. */
const isEnabled = (
  enabled: readonly EnabledMethod[] | undefined,
  { method, types }: Pick<Destination, 'method' | 'types'>,
): boolean =>
  enabled === undefined ||
  enabled.some(
    (one) =>
      one.payment_method === method &&
      (one.payment_method_types?.some((type) => types.includes(type)) ?? true),
  );

/** An account that may pay a payout. */
export interface PayingAccount {
  /** The methods that it states; undefined for one that states none. */
  readonly enabled: readonly EnabledMethod[] | undefined;
  /** Whether its connector pays to such destinations. */
  pays(target: PayoutTarget): boolean;
}

/**
 * The destinations among which a payee chooses: those that the link enables, or without such a list
 * those that are paid in the payout's currency, if one of the accounts can pay to them.
 */
export function payoutDestinations(
  { currency, methods: enabled }: PayoutChoice,
  accounts: readonly PayingAccount[],
  texts: Texts,
): readonly PayeeMethod[] {
  const isOffered = (one: Destination) =>
    enabled ? isEnabled(enabled, one) : [undefined, currency].includes(one.currency);
  const isPayable = (one: Destination) =>
    accounts.some(({ enabled: own, pays }) => isEnabled(own, one) && pays(one.target));
  return destinations
    .filter((one) => isOffered(one) && isPayable(one))
    .map((one) => payeeMethod(one, ['payout_method_data', ...one.place], texts));
}

function payeeMethod(
  { method, types: [type], members, fields }: Omit<Destination, 'target'>,
  place: readonly string[],
  texts: Texts,
): PayeeMethod {
  const { checkout } = texts.pages;
  return {
    id: method === 'card' || type === undefined ? method : `${method}.${type}`,
    name:
      method === 'card' || type === undefined
        ? checkout.groups.card
        : methodName(method, type, checkout),
    fields: fields.map((make) => {
      const { name, yearPath, ...rest } = make(texts);
      return {
        ...rest,
        path: [...place, name],
        ...(yearPath && { yearPath: [...place, ...yearPath] }),
      };
    }),
    body: members ? nested(place, members) : {},
  };
}

/** These members at a place: `{ a: { b: members } }` at `['a', 'b']`. */
const nested = (place: readonly string[], members: object): object =>
  place.reduceRight((inner, name) => ({ [name]: inner }), members);

/** The card that a customer saves, at its place in a request to `/payment_methods/{id}/save`. */
export const cardToSave = (texts: Texts): PayeeMethod => ({
  ...payeeMethod(
    {
      method: 'card',
      types: [],
      place: ['card'],
      fields: cardField('card_number', 'card_exp_month', 'card_exp_year'),
    },
    ['payment_method_data', 'card'],
    texts,
  ),
  body: { payment_method: 'card' },
});

/** The way to be paid that a merchant has stated already: nothing is left to type. */
export const statedDestination = (name: string): PayeeMethod => ({
  id: 'stated',
  name,
  fields: [],
  body: {},
});
