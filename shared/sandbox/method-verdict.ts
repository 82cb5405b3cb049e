import type { Processor } from '#connectors/sandbox/processors.ts';
import { cardAt, type Verdict } from '#connectors/sandbox/published/cards.ts';
import { type MethodSelection, wayOf } from '#connectors/sandbox/published/methods.ts';

/** A payment method that is not a card, as a caller of the sandbox processor states it. */
export interface Method extends MethodSelection {
  /** In the words of the Hyperswitch v1 API. May hold secrets, so it is never stored. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The decision on such a payment. */
export interface MethodVerdict {
  readonly verdict: Exclude<Verdict, 'asked too often'> | 'shown';
  /** The result of a delayed payment; absent when the customer answers on a page. */
  readonly settlesAs?: 'succeeded' | 'failed';
}

/** The last two digits of an amount in minor units that decide a payment. */
export const magicAmounts = {
  declined: 51,
  failsLater: 52,
  waits: 53,
} as const;

/**
 * Decides a payment by the method's data when that data decides it, and otherwise by the amount's
 * last two digits.
 */
export function verdictOn(
  method: Method,
  { amountMinor, processor }: { readonly amountMinor: number; readonly processor: Processor },
): MethodVerdict {
  const way = wayOf(method);
  if (!way) return { verdict: unmatched };
  if (method.type === 'upi_collect') return { verdict: verdictOnVpa(method.data.vpa_id) };
  const magic = amountMinor % 100;
  if (magic === magicAmounts.declined) return { verdict: declined };
  if (method.method === 'network_token') return verdictOnToken(method, processor);

  const settlesAs =
    magic === magicAmounts.failsLater || isFailingAccount(method) ? 'failed' : 'succeeded';
  const shown: MethodVerdict =
    magic === magicAmounts.waits ? { verdict: 'shown' } : { verdict: 'shown', settlesAs };
  switch (way) {
    case 'at once':
      return { verdict: 'approved' };
    case 'redirect':
      return { verdict: 'challenged' };
    case 'later':
      return { verdict: 'approved later', settlesAs };
    case 'app':
      return isHandedOver(method) ? { verdict: 'approved' } : shown;
    default:
      return shown;
  }
}

const declined = { code: 'DC_08', message: 'Payment declined: Payment method declined' } as const;

const unmatched = {
  code: 'DC_16',
  message: 'Payment method not supported. Its type and its data do not go together',
} as const;

/** The UPI address decides, as at every test connector of the Hyperswitch v1 API. */
function verdictOnVpa(vpa: unknown): MethodVerdict['verdict'] {
  if (vpa === 'success@upi') return 'challenged';
  if (vpa === 'failure@upi') return { code: 'DC_06', message: 'Payment is not successful' };
  return { code: 'DC_08', message: 'Payment declined: Invalid Upi id' };
}

/** A network token stands for a card, so the numbers of test cards keep their meaning. */
function verdictOnToken({ data }: Method, processor: Processor): MethodVerdict {
  const number = typeof data.network_token === 'string' ? data.network_token : '';
  const { verdict } = cardAt(number, processor);
  return { verdict: verdict === 'asked too often' ? declined : verdict };
}

/** Whether the customer's app has sent its payment data. */
const isHandedOver = ({ data }: Method): boolean =>
  Boolean(data.token ?? data.complete_response ?? data.checkout_session_id);

/**
 * Bank accounts that processors publish for tests of debits that fail.
 *
 * @see https://docs.stripe.com/testing
 */
const failingAccounts: ReadonlySet<unknown> = new Set([
  '000111111116',
  '000222222227',
  'DE62370400440532013001',
  '111111113',
  '33333335',
]);

const isFailingAccount = ({ method, data }: Method): boolean =>
  method === 'bank_debit' &&
  (failingAccounts.has(data.account_number) || failingAccounts.has(data.iban));
