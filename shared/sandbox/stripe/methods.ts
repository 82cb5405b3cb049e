import { ownMember } from '#platform/own-member.ts';
import type { Ruling } from '../ledger.ts';
import type { LedgerPayment } from '../ledger-payment.ts';
import type { StripeIntent } from './intent.ts';

type PaidBy = NonNullable<LedgerPayment['paidBy']>;

/** The customer's step before the money comes: a value of Stripe's `next_action.type`. */
type CustomerStep =
  | 'redirect_to_url'
  | 'alipay_handle_redirect'
  | 'wechat_pay_display_qr_code'
  | 'cashapp_handle_redirect_or_display_qr_code'
  | 'display_bank_transfer_instructions'
  | 'verify_with_microdeposits'
  | 'blik_authorize'
  | 'multibanco_display_details'
  | 'boleto_display_details'
  | 'oxxo_display_details';

/** A payment method of Stripe that is no card. */
interface StripeMethod {
  /** Its name in the ledger, which the test page shows. */
  readonly paidBy: PaidBy;
  /** Absent for debits, which need nothing of the customer and take some seconds. */
  readonly step?: CustomerStep;
  /** Whether it can be captured later. */
  readonly manual?: boolean;
  /** Whether it leaves a SEPA debit for charges without the customer. */
  readonly leavesDebit?: boolean;
  /** Whether it is charged only with a mandate of the customer. */
  readonly needsMandate?: boolean;
  /** The member of its data that decides a debit, and the values of debits that fail. */
  readonly failing?: { readonly member: string; readonly values: readonly string[] };
}

const redirect = (
  method: PaidBy['method'],
  type: PaidBy['type'],
  more: Partial<StripeMethod> = {},
): StripeMethod => ({ paidBy: { method, type }, step: 'redirect_to_url', ...more });

/**
 * Every payment method type but cards. Accounts that fail are those that Stripe publishes.
 *
 * @see https://docs.stripe.com/testing
 */
export const stripeMethods: Readonly<Record<string, StripeMethod>> = {
  affirm: redirect('pay_later', 'affirm', { manual: true }),
  afterpay_clearpay: redirect('pay_later', 'afterpay_clearpay', { manual: true }),
  klarna: redirect('pay_later', 'klarna', { manual: true }),
  amazon_pay: redirect('wallet', 'amazon_pay', { manual: true }),
  revolut_pay: redirect('wallet', 'revolut_pay', { manual: true }),
  bancontact: redirect('bank_redirect', 'bancontact_card', { leavesDebit: true }),
  // The customer approves it in the bank's app.
  blik: redirect('bank_redirect', 'blik', { step: 'blik_authorize' }),
  eps: redirect('bank_redirect', 'eps'),
  fpx: redirect('bank_redirect', 'online_banking_fpx'),
  giropay: redirect('bank_redirect', 'giropay'),
  ideal: redirect('bank_redirect', 'ideal', { leavesDebit: true }),
  p24: redirect('bank_redirect', 'przelewy24'),
  sofort: redirect('bank_redirect', 'sofort', { leavesDebit: true }),
  alipay: redirect('wallet', 'ali_pay', { step: 'alipay_handle_redirect' }),
  wechat_pay: redirect('wallet', 'we_chat_pay', { step: 'wechat_pay_display_qr_code' }),
  cashapp: redirect('wallet', 'cashapp', {
    step: 'cashapp_handle_redirect_or_display_qr_code',
    manual: true,
  }),
  customer_balance: redirect('bank_transfer', 'ach', {
    step: 'display_bank_transfer_instructions',
  }),
  multibanco: redirect('bank_transfer', 'multibanco', { step: 'multibanco_display_details' }),
  boleto: redirect('voucher', 'boleto', { step: 'boleto_display_details' }),
  oxxo: redirect('voucher', 'oxxo', { step: 'oxxo_display_details' }),
  us_bank_account: {
    paidBy: { method: 'bank_debit', type: 'ach' },
    needsMandate: true,
    step: 'verify_with_microdeposits',
    failing: {
      member: 'account_number',
      values: ['000111111116', '000111111113', '000222222227'],
    },
  },
  sepa_debit: {
    paidBy: { method: 'bank_debit', type: 'sepa' },
    needsMandate: true,
    failing: { member: 'iban', values: ['AT861904300235473202', 'DE62370400440532013001'] },
  },
  bacs_debit: {
    paidBy: { method: 'bank_debit', type: 'bacs' },
    needsMandate: true,
    failing: { member: 'account_number', values: ['33333335', '00033333'] },
  },
  au_becs_debit: {
    paidBy: { method: 'bank_debit', type: 'becs' },
    needsMandate: true,
    failing: { member: 'account_number', values: ['111111113', '111111116'] },
  },
};

/** How a method behaves; a stored payment method keeps this instead of the account. */
export interface MethodBehaviour {
  readonly fails: boolean;
}

/**
 * The ruling on a charge by a method. Customers who have nothing to be redirected to pay by
 * themselves some seconds later, as do accounts that are charged in the customer's absence.
 */
export function methodRuling(
  { paidBy, step }: StripeMethod,
  { fails }: MethodBehaviour,
  isAbsent: boolean,
): Ruling {
  const settlesAs = fails ? ({ settlesAs: 'failed' } as const) : {};
  const entered = { paidBy };
  if (!step || isAbsent) return { verdict: 'approved later', ...settlesAs, entered };
  if (paysByItself.has(step)) return { verdict: 'shown', settlesAs: 'succeeded', entered };
  const failsAuthenticated = fails && {
    failsAuthenticated: { code: 'debit_failed', message: 'The payment failed.' },
  };
  return { verdict: 'challenged', ...failsAuthenticated, entered };
}

const paysByItself: ReadonlySet<CustomerStep> = new Set([
  'blik_authorize',
  'wechat_pay_display_qr_code',
  'cashapp_handle_redirect_or_display_qr_code',
  'display_bank_transfer_instructions',
  'multibanco_display_details',
  'boleto_display_details',
  'oxxo_display_details',
]);

/** The id of the SEPA debit that a paid intent's method leaves; undefined for other methods. */
export const generatedDebitOf = ({
  type,
  futureUsage,
  paymentMethod,
}: Pick<StripeIntent, 'type' | 'futureUsage' | 'paymentMethod'>): string | undefined =>
  futureUsage === 'off_session' && ownMember(stripeMethods, type)?.leavesDebit
    ? `${paymentMethod}_sepa`
    : undefined;
