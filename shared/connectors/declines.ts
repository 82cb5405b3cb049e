import { type DeclineKind, declineKinds } from '#vocabulary/decline-kinds.ts';
import { adyenDeclines } from './adyen/declines.ts';
import { authorizeDotNetDeclines } from './authorizedotnet/declines.ts';
import { braintreeDeclines } from './braintree/declines.ts';
import { checkoutDeclines } from './checkout/declines.ts';
import { cybersourceDeclines } from './cybersource/declines.ts';
import type { DeclineError, DeclineTable } from './interface/decline-table.ts';
import { mollieDeclines } from './mollie/declines.ts';
import { nmiDeclines } from './nmi/declines.ts';
import { paypalDeclines } from './paypal/declines.ts';
import { sandboxDeclines } from './sandbox/declines.ts';
import { processors } from './sandbox/processors.ts';
import { shift4Declines } from './shift4/declines.ts';
import { stripeDeclines } from './stripe/declines.ts';
import { worldpayDeclines } from './worldpay/declines.ts';

/** The documented declines of each connector that has an adapter for payments. */
export const declineTables: ReadonlyMap<string, DeclineTable> = new Map([
  ['adyen', adyenDeclines],
  ['authorizedotnet', authorizeDotNetDeclines],
  ['braintree', braintreeDeclines],
  ['checkout', checkoutDeclines],
  ['cybersource', cybersourceDeclines],
  ['mollie', mollieDeclines],
  ['nmi', nmiDeclines],
  ['paypal', paypalDeclines],
  ['shift4', shift4Declines],
  ['stripe', stripeDeclines],
  ['worldpay', worldpayDeclines],
  ...processors.map((name) => [name, sandboxDeclines] as const),
]);

/**
 * The kind of a decline by the processor's documented codes. It is `unknown` for other codes, and
 * for a connector without a table.
 */
export function documentedKindOf(connectorName: string, error: DeclineError): DeclineKind {
  const { readFrom, codes } = declineTables.get(connectorName) ?? { readFrom: [], codes: {} };
  const stated = readFrom.map((member) => keyOf(error[member] ?? ''));
  const kinds = stated.map((code) =>
    declineKinds.find((kind) => codes[kind]?.some((one) => keyOf(one) === code)),
  );
  return kinds.find((kind) => kind !== undefined && kind !== 'unknown') ?? 'unknown';
}

/** Processors write a code in several cases: Adyen's webhooks have `REFUSED` and `Refused`. */
const keyOf = (code: string): string => code.toLowerCase();
