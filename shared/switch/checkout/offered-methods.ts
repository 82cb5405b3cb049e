// Loaded late: only a page on which a payment can be made offers methods.
import * as v from 'valibot';
import { aboutNamed } from '#connectors/abouts.ts';
import type { CheckoutTexts } from '#vocabulary/page-texts/page-texts.ts';
import type { PayerFieldName } from '#vocabulary/payer-fields.ts';
import type { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import type {
  MerchantListResponse,
  OfferedType,
  RequiredField,
} from '../payment-methods/available/merchant-list-operations.ts';
import { PaymentMethodData } from '../payments/payment-method-data/payment-method-data.ts';
import type { FieldKind, TypedField } from '../typed-fields/typed-field.ts';
import type { CheckoutData, CheckoutMethod, CheckoutWallet } from './checkout-data.ts';
import { googlePaySheets } from './google-pay-sheets.ts';
import { type Marks, markOf, marksOf, namedMarks } from './method-marks.ts';
import { methodName } from './method-names.ts';
import { inPayersOrder } from './payers-order.ts';
import type { PayablePage } from './shown-page.ts';

/** Families of payment methods that a page without an SDK can take. Cards come from the vault. */
const families: ReadonlySet<PaymentMethod> = new Set([
  'card',
  'card_redirect',
  'wallet',
  'pay_later',
  'bank_redirect',
  'bank_transfer',
  'bank_debit',
  'real_time_payment',
  'upi',
  'voucher',
]);

/** Types of these families whose next step only the payer's app takes. */
const needApp: ReadonlySet<PaymentMethodType> = new Set(['upi_collect', 'upi_intent']);

type FieldLabel = keyof CheckoutTexts['fields'];

const firstName = 'billing.address.first_name';
const lastName = 'billing.address.last_name';

/**
 * The fields that the page can ask for, in the order in which it shows them: the label of each, its
 * kind, and the browser's autofill. The whole name is one field, which ends with the last name.
 */
const askable: Readonly<
  Partial<Record<PayerFieldName, readonly [label: FieldLabel, kind: FieldKind, autofill: string]>>
> = {
  'bank_debit.sepa_bank_debit.iban': ['iban', 'iban', 'off'],
  'bank_debit.sepa_guarenteed_bank_debit.iban': ['iban', 'iban', 'off'],
  'bank_debit.ach_bank_debit.routing_number': ['routingNumber', 'routing number', 'off'],
  'bank_debit.ach_bank_debit.account_number': ['accountNumber', 'ach account', 'off'],
  'bank_debit.bacs_bank_debit.sort_code': ['sortCode', 'sort code', 'off'],
  'bank_debit.bacs_bank_debit.account_number': ['accountNumber', 'bacs account', 'off'],
  'bank_debit.becs_bank_debit.bsb_number': ['bsb', 'bsb', 'off'],
  'bank_debit.becs_bank_debit.account_number': ['accountNumber', 'becs account', 'off'],
  'bank_redirect.blik.blik_code': ['blikCode', 'blik code', 'one-time-code'],
  'voucher.boleto.social_security_number': ['taxId', 'tax number', 'off'],
  [firstName]: ['fullName', 'name', 'billing name'],
  'billing.email': ['email', 'email', 'billing email'],
  'billing.address.country': ['country', 'country', 'billing country'],
  'billing.address.line1': ['line1', 'text', 'billing address-line1'],
  'billing.address.zip': ['zip', 'postal code', 'billing postal-code'],
  'billing.address.city': ['city', 'text', 'billing address-level2'],
  'billing.address.state': ['state', 'state', 'billing address-level1'],
};

const inOrder = Object.keys(askable);

/**
 * The methods by which a payer can make this payment on the page, with their marks, in the payer's
 * order. Cards of
 * both types are one method, and no name stands twice: of methods that a payer cannot tell apart,
 * such as the kinds of Pix, the first is offered. Wallets that only a sheet of the browser or an SDK
 * opens are left out.
 */
export function offeredMethods(
  {
    methods: list,
    order,
    locale,
    marks,
  }: Pick<PayablePage, 'methods' | 'order' | 'locale' | 'marks'>,
  texts: CheckoutTexts,
): Pick<CheckoutData, 'methods' | 'marks'> {
  const all = namedMarks(marks);
  const shown = { texts, locale, networks: networksIn(list), marks: all };
  const offered = list.payment_methods.flatMap(({ payment_method: method, ...rest }) =>
    method === 'card'
      ? cardOf(rest.payment_method_types, shown)
      : rest.payment_method_types.flatMap((type) => methodOf(method, type, shown) ?? []),
  );
  const once = [...new Map(offered.map((one) => [one.id, one])).values()];
  const methods = inPayersOrder(once, order).reduce<readonly CheckoutMethod[]>(withoutDoubles, []);
  return { methods, marks: marksOf(all, methods) };
}

/** Adds a method whose name is new. The vault's card form stands before a processor's card page. */
function withoutDoubles(all: readonly CheckoutMethod[], one: CheckoutMethod) {
  const double = all.find(({ name }) => name === one.name);
  if (!double) return [...all, one];
  return one.id === 'card' ? all.map((each) => (each === double ? one : each)) : all;
}

/** Google Pay, for the sessions of a payment; undefined without one. */
export function offeredGooglePay(
  {
    methods: list,
    googlePay: sessions,
    isTest,
  }: Pick<PayablePage, 'methods' | 'googlePay' | 'isTest'>,
  texts: CheckoutTexts,
): CheckoutWallet | undefined {
  const offered = googlePayIn(list);
  const sheets = googlePaySheets(sessions, isTest);
  if (!offered || sheets.length === 0) return undefined;
  const name = methodName('wallet', 'google_pay', texts);
  return { name, surcharge: surchargeOf(offered), sheets };
}

/** Whether a connector takes the data of Google Pay's sheet. */
export function takesGooglePay(list: MerchantListResponse): boolean {
  return googlePayIn(list) !== undefined;
}

const googlePayIn = (list: MerchantListResponse) =>
  list.payment_methods
    .filter(({ payment_method }) => payment_method === 'wallet')
    .flatMap(({ payment_method_types }) => payment_method_types)
    .find(
      (offered) =>
        offered.payment_method_type === 'google_pay' &&
        statedVariants('wallet', offered).includes('google_pay'),
    );

interface Shown {
  readonly texts: CheckoutTexts;
  readonly locale: string;
  /** The accepted networks of cards. */
  readonly networks: readonly string[];
  readonly marks: Marks;
}

/** The networks that accounts state; without any, the two that every processor of cards takes. */
function networksIn({ payment_methods }: MerchantListResponse): readonly string[] {
  const stated = payment_methods
    .flatMap(({ payment_method_types }) => payment_method_types)
    .flatMap(({ card_networks }) => card_networks ?? [])
    .map(({ card_network }) => card_network);
  return stated.length > 0 ? [...new Set(stated)] : ['Visa', 'Mastercard'];
}

/** Cards of all types, whose number decides the type. Their fields are those of the vault's form. */
function cardOf(
  types: readonly OfferedType[],
  { texts, networks, marks }: Omit<Shown, 'locale'>,
): CheckoutMethod {
  const required_fields: OfferedType['required_fields'] = Object.fromEntries(
    types.flatMap((one) => Object.entries(one.required_fields)),
  );
  const asked = askedFields({ required_fields }, texts);
  const { card: name } = texts.groups;
  return {
    ...asked,
    id: 'card',
    name,
    method: 'card',
    mark: markOf(marks, 'card'),
    networks,
    surcharge: 0,
  };
}

function methodOf(
  method: PaymentMethod,
  offered: OfferedType,
  { texts, locale, marks }: Omit<Shown, 'networks'>,
): CheckoutMethod | undefined {
  if (!families.has(method)) return undefined;
  const type = offered.payment_method_type;
  const variant = needApp.has(type) ? undefined : variantOf(method, offered);
  return variant === undefined
    ? undefined
    : {
        id: `${method}.${type}`,
        name: methodName(method, type, texts, locale),
        method,
        type,
        mark: markOf(marks, method, type),
        variant,
        ...askedFields(offered, texts),
        surcharge: surchargeOf(offered),
      };
}

const surchargeOf = ({ surcharge_details }: OfferedType) =>
  surcharge_details?.display_total_surcharge_amount ?? 0;

/** The variant of the data that needs only the typed members, if a connector states one. */
const variantOf = (method: PaymentMethod, offered: OfferedType): string | undefined =>
  statedVariants(method, offered).find((variant) => isEnough(method, variant, offered));

/** The variants that the connectors of a type state. */
function statedVariants(
  method: PaymentMethod,
  { payment_method_type: type, payment_experience, bank_debits, bank_transfers }: OfferedType,
): readonly string[] {
  const connectors = [
    ...(payment_experience ?? []).flatMap((one) => one.eligible_connectors),
    ...(bank_debits?.eligible_connectors ?? []),
    ...(bank_transfers?.eligible_connectors ?? []),
  ];
  return connectors.flatMap((name) => variantsAt(name, method, type));
}

const variantsAt = (connector: string, method: PaymentMethod, type: PaymentMethodType) =>
  (aboutNamed(connector)?.methods ?? [])
    .filter((one) => one.method === method && one.type === type)
    .flatMap(({ variants = [] }) => variants);

/** Whether data of this variant is complete with the members that the page asks for. */
function isEnough(method: PaymentMethod, variant: string, offered: OfferedType): boolean {
  const typed = namesAsked(offered)
    .map((name) => name.split('.'))
    .filter((path) => path[0] === method && path[1] === variant);
  const members = typed.map((path) => [path[2], '1']);
  const data = { [method]: { [variant]: Object.fromEntries(members) } };
  return v.safeParse(PaymentMethodData, data).success;
}

type Required = Pick<OfferedType, 'required_fields'>;

/** The required fields that the page can ask for, and the values that the payment has already. */
function askedFields(
  required: Required,
  texts: CheckoutTexts,
): Pick<CheckoutMethod, 'fields' | 'known'> {
  const asked = namesAsked(required).flatMap((name) => {
    const [label, kind, autocomplete] = askable[name] ?? [];
    if (!label || !kind || autocomplete === undefined) return [];
    const options = optionsOf(fieldNamed(name, required));
    const field: TypedField = {
      kind,
      path: name.split('.'),
      label: texts.fields[label],
      autocomplete,
      ...(options && { options }),
      ...(name === firstName &&
        fieldNamed(lastName, required) && { lastNamePath: lastName.split('.') }),
    };
    return [{ field, known: knownValue(name, required, options) }];
  });
  return { fields: asked.map(({ field }) => field), known: asked.map(({ known }) => known) };
}

function knownValue(name: PayerFieldName, required: Required, options?: readonly string[]): string {
  const names = name === firstName ? [firstName, lastName] : [name];
  const known = names.flatMap((one) => fieldNamed(one, required)?.value ?? []).join(' ');
  if (!options || options.includes(known)) return known;
  const [only = '', ...others] = options;
  return others.length === 0 ? only : '';
}

const optionsOf = (field: RequiredField | undefined): readonly string[] | undefined =>
  typeof field?.field_type === 'object' ? Object.values(field.field_type)[0]?.options : undefined;

/** The required field at a place below `payment_method_data`. */
const fieldNamed = (name: string, { required_fields }: Required): RequiredField | undefined =>
  Object.values(required_fields).find(
    (one) => one.required_field === `payment_method_data.${name}`,
  );

const namesAsked = (required: Required): readonly PayerFieldName[] =>
  inOrder.filter(isAskable).filter((name) => fieldNamed(name, required) !== undefined);

const isAskable = (name: string): name is keyof typeof askable => Object.hasOwn(askable, name);
