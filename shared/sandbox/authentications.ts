import { derivedId } from '#platform/ids.ts';
import type { Currency } from '#vocabulary/currencies.ts';
import { decide, standing } from './ledger.ts';
import type { LedgerPayment } from './ledger-payment.ts';

/**
 * A card whose bank does not take part in 3-D Secure, and one whose bank rejects; processors
 * publish both.
 */
const notEnrolled = '378282246310005';
const refused = '4000008400001629';
/** A card whose bank authenticates without a challenge, whatever it means at a processor. */
const recognized = '4242424242424242';
const challenged = '4000003800000446';
const asksItsCustomer: ReadonlySet<string> = new Set([challenged, '4000000000003220']);

export interface Authentication {
  readonly keyHash: string;
  /** The caller's reference, which is accepted once. */
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly cardNumber: string;
  readonly returnUrl: string;
  /** Whether the customer is asked, whatever the card. */
  readonly forceChallenge?: boolean | undefined;
}

/**
 * The authentication as the ledger stores it: like a payment that moves no money, so that its
 * customer is challenged at the same page. Undefined for a card that is not authenticated. Both
 * identifiers are fresh.
 */
export function newAuthentication(
  { cardNumber, reference, forceChallenge, ...asked }: Authentication,
  ids: { readonly id: string; readonly challengeId: string },
  now: Date,
): LedgerPayment | undefined {
  if (cardNumber === notEnrolled) return undefined;
  const entered = decide(
    {
      ...asked,
      reference: authenticationReference(reference),
      processor: 'fauxpay',
      manualCapture: false,
      isVerification: true,
      cardNumber: forceChallenge || asksItsCustomer.has(cardNumber) ? challenged : recognized,
    },
    ids,
    now,
  );
  const cardLastDigits = cardNumber.slice(-4);
  return cardNumber === refused
    ? { ...entered, cardLastDigits, state: 'failed' }
    : { ...entered, cardLastDigits };
}

/** Its reference in the ledger, apart from the references of payments. */
export const authenticationReference = (reference: string) => `authentication-${reference}`;

/** An authentication as its owner sees it; `challengeUrl` is where the customer answers. */
export function presentAuthentication(
  entered: LedgerPayment,
  challengeUrl: (challengeId: string) => string,
  now: Date,
) {
  const { id, state, challengeId } = standing(entered, now);
  const isRight = state === 'succeeded';
  return {
    id,
    status:
      state === 'challenged'
        ? ('challenge' as const)
        : isRight
          ? ('authenticated' as const)
          : ('refused' as const),
    flow: challengeId ? ('challenge' as const) : ('frictionless' as const),
    challenge_url: state === 'challenged' && challengeId ? challengeUrl(challengeId) : null,
    version: '2.2.0',
    server_transaction_id: derivedId('threeds', id),
    acs_transaction_id: derivedId('acs', id),
    ds_transaction_id: derivedId('ds', id),
    electronic_commerce_indicator: isRight ? '05' : null,
    cryptogram: isRight ? derivedId('cavv', id) : null,
  };
}

/** The answer for a card that is not authenticated. */
export const notAuthenticated = (reference: string) => ({
  id: derivedId('auth', reference),
  status: 'not_enrolled' as const,
  flow: 'frictionless' as const,
  challenge_url: null,
  version: '2.2.0',
  server_transaction_id: derivedId('threeds', reference),
  acs_transaction_id: derivedId('acs', reference),
  ds_transaction_id: derivedId('ds', reference),
  electronic_commerce_indicator: null,
  cryptogram: null,
});
