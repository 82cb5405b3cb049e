// Loaded late: only a page on which a payment can be made offers methods.
import * as v from 'valibot';
import { aboutNamed } from '#connectors/abouts.ts';
import type { CheckoutTexts } from '#vocabulary/page-texts/page-texts.ts';
import type { PayerFieldName } from '#vocabulary/payer-fields.ts';
import type { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import type {
  MerchantListResponse,
  OfferedType,
} from '../payment-methods/available/merchant-list-operations.ts';
import { PaymentMethodData } from '../payments/payment-method-data/payment-method-data.ts';
import type {
  CheckoutData,
  CheckoutField,
  CheckoutMethod,
  CheckoutWallet,
} from './checkout-data.ts';
import { googlePaySheets } from './google-pay-sheets.ts';
import { markOf, marksOf } from './method-marks.ts';
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

/** The fields that the page can ask for: the label of each, and the browser's autofill. */
const askable: Readonly<Partial<Record<PayerFieldName, readonly [FieldLabel, string]>>> = {
  'bank_debit.sepa_bank_debit.iban': ['iban', 'off'],
  'bank_debit.sepa_guarenteed_bank_debit.iban': ['iban', 'off'],
  'bank_debit.ach_bank_debit.account_number': ['accountNumber', 'off'],
  'bank_debit.ach_bank_debit.routing_number': ['routingNumber', 'off'],
  'bank_debit.bacs_bank_debit.account_number': ['accountNumber', 'off'],
  'bank_debit.bacs_bank_debit.sort_code': ['sortCode', 'off'],
  'bank_debit.becs_bank_debit.account_number': ['accountNumber', 'off'],
  'bank_debit.becs_bank_debit.bsb_number': ['bsb', 'off'],
  'bank_redirect.blik.blik_code': ['blikCode', 'one-time-code'],
  'voucher.boleto.social_security_number': ['taxId', 'off'],
  // The whole name. Processors take it as they take a first and a last name.
  'billing.address.first_name': ['fullName', 'name'],
  'billing.email': ['email', 'email'],
};

/**
 * The methods by which a payer can make this payment on the page, with their marks, in the payer's
 * order. Cards of
 * both types are one method, and no name stands twice: of methods that a payer cannot tell apart,
 * such as the kinds of Pix, the first is offered. Wallets that only a sheet of the browser or an SDK
 * opens are left out.
 */
export function offeredMethods(
  { methods: list, order, locale }: Pick<PayablePage, 'methods' | 'order' | 'locale'>,
  texts: CheckoutTexts,
): Pick<CheckoutData, 'methods' | 'marks'> {
  const shown = { texts, locale, networks: networksIn(list) };
  const offered = list.payment_methods.flatMap(({ payment_method: method, ...rest }) =>
    rest.payment_method_types.flatMap((type) => methodOf(method, type, shown) ?? []),
  );
  const once = [...new Map(offered.map((one) => [one.id, one])).values()];
  const methods = inPayersOrder(once, order).reduce<readonly CheckoutMethod[]>(withoutDoubles, []);
  return { methods, marks: marksOf(methods) };
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
}

/** The networks that accounts state; without any, the two that every processor of cards takes. */
function networksIn({ payment_methods }: MerchantListResponse): readonly string[] {
  const stated = payment_methods
    .flatMap(({ payment_method_types }) => payment_method_types)
    .flatMap(({ card_networks }) => card_networks ?? [])
    .map(({ card_network }) => card_network);
  return stated.length > 0 ? [...new Set(stated)] : ['Visa', 'Mastercard'];
}

function methodOf(
  method: PaymentMethod,
  offered: OfferedType,
  { texts, locale, networks }: Shown,
): CheckoutMethod | undefined {
  if (!families.has(method)) return undefined;
  if (method === 'card') {
    const { card: name } = texts.groups;
    return { id: 'card', name, method, mark: markOf(method), networks, fields: [], surcharge: 0 };
  }
  const type = offered.payment_method_type;
  const variant = needApp.has(type) ? undefined : variantOf(method, offered);
  return variant === undefined
    ? undefined
    : {
        id: `${method}.${type}`,
        name: methodName(method, type, texts, locale),
        method,
        type,
        mark: markOf(method, type),
        variant,
        fields: fieldsOf(offered, texts),
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
  const typed = askedPaths(offered).filter(([, path]) => path[0] === method && path[1] === variant);
  const members = typed.map(([, path]) => [path[2], '1']);
  const data = { [method]: { [variant]: Object.fromEntries(members) } };
  return v.safeParse(PaymentMethodData, data).success;
}

const fieldsOf = (offered: OfferedType, texts: CheckoutTexts) =>
  askedPaths(offered).map(
    ([[label, autocomplete], path, value]): CheckoutField => ({
      path,
      label: texts.fields[label],
      autocomplete,
      value,
    }),
  );

/** The required fields that the page can ask for, with their places in the payment method data. */
const askedPaths = ({ required_fields }: OfferedType) =>
  Object.values(required_fields).flatMap(({ required_field, value }) => {
    const [, ...path] = required_field.split('.');
    const name = path.join('.');
    const asked = isAskable(name) ? askable[name] : undefined;
    return asked ? [[asked, path, value ?? ''] as const] : [];
  });

const isAskable = (name: string): name is keyof typeof askable => Object.hasOwn(askable, name);
