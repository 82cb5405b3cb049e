/**
 * The declines of cards, by the word that the ledger stores as the failure's code.
 *
 * @see https://docs.stripe.com/declines/codes
 */
export interface Decline {
  readonly code: string;
  readonly declineCode?: string;
  readonly message: string;
  /** The code of the card's network. */
  readonly networkCode?: string;
}

const declined = (declineCode: string, networkCode: string, message = declinedCard): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
  networkCode,
});

const declinedCard = 'Your card was declined.';

const declines = {
  generic_decline: declined('generic_decline', '05'),
  insufficient_funds: declined('insufficient_funds', '51', 'Your card has insufficient funds.'),
  lost_card: declined('lost_card', '41'),
  stolen_card: declined('stolen_card', '43'),
  fraudulent: declined('fraudulent', '59'),
  card_velocity_exceeded: declined(
    'card_velocity_exceeded',
    '61',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  expired_card: { code: 'expired_card', message: 'Your card has expired.', networkCode: '54' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    networkCode: 'N7',
  },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication_required: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} as const satisfies Record<string, Decline>;

export type DeclineName = keyof typeof declines;

export const declineNames = Object.keys(declines) as readonly DeclineName[]; // Its own keys.

/** The failure as the ledger stores it. */
export const failureOf = (name: DeclineName) => ({ code: name, message: declines[name].message });

const byName: ReadonlyMap<string, Decline> = new Map(Object.entries(declines));

/** The decline that a failure of the ledger stands for; undefined for other failures. */
export const declineOf = (code: string): Decline | undefined => byName.get(code);
