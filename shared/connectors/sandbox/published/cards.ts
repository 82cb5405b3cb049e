import { ownMember } from '#platform/own-member.ts';
import type { Processor } from '../processors.ts';

/** The sandbox processor's decision on a card. */
export type Verdict =
  | 'approved'
  | 'challenged'
  /** It accepts the payment, and approves it some seconds later. */
  | 'approved later'
  /** It processes nothing, and asks the caller to retry later. */
  | 'asked too often'
  | { readonly code: string; readonly message: string };

/** The processor's behaviour beside its decision, so that a test can cause every fault. */
export const manners = [
  'never answers',
  'answers 500',
  'answers a page',
  'charges another amount',
  'contradicts itself',
  'refuses captures',
  'refuses increments',
  'refuses voids',
  'refuses refunds',
  'refunds later',
  'fails refunds later',
  'is disputed',
  'is disputed as fraud',
  'is inquired about',
  'is disputed twice',
] as const;
export type Manner = (typeof manners)[number];

export interface TestCard {
  readonly verdict: Verdict;
  readonly manner?: Manner;
  /** The effect of the card on a payment. */
  readonly meaning: string;
}

const declined = (reason: string): TestCard => ({
  verdict: { code: 'DC_08', message: `Payment declined: ${reason}` },
  meaning: `It is declined: ${reason}.`,
});

const good: TestCard = { verdict: 'approved', meaning: 'It pays.' };

const coBadged = (brands: string): TestCard => ({
  verdict: 'approved',
  meaning: `It pays. It is of ${brands}, and its customer chooses.`,
});

const unsupported: TestCard = {
  verdict: { code: 'DC_04', message: 'Card not supported. Please use test cards' },
  meaning: 'It is no test card, and refused.',
};

const challenged: TestCard = {
  verdict: 'challenged',
  meaning: 'The customer is asked to complete, reject or leave a challenge.',
};

const approved = (manner: Manner, meaning: string): TestCard => ({
  verdict: 'approved',
  manner,
  meaning,
});

/**
 * It never reaches the processor: our adapter sends its payments to a host name that does not
 * exist.
 */
export const unreachableCard = '4000000000004954';

/**
 * Every test card with a meaning; processors publish these numbers for tests. Month, year, security
 * code, name and amount do not matter.
 *
 * @see https://docs.stripe.com/testing
 * @see https://docs.adyen.com/development-resources/test-cards-and-credentials/test-card-numbers
 */
export const cards: Readonly<Record<string, TestCard>> = {
  '4111111111111111': good,
  '4242424242424242': good,
  '5555555555554444': good,
  '38000000000006': good,
  '378282246310005': good,
  '6011111111111117': good,
  '4000002500001001': coBadged('Cartes Bancaires and Visa'),
  '5555552500001001': coBadged('Cartes Bancaires and Mastercard'),
  '4871049999999910': coBadged('Bancontact and Visa'),
  '5127880999999990': coBadged('Bancontact and Mastercard'),
  '6703444444444449': coBadged('Bancontact and Maestro'),
  '4571000000000001': coBadged('Dankort and Visa'),
  '5105105105105100': declined('Card declined'),
  '4000000000000002': declined('Card declined'),
  '4000000000009995': declined('Internal Server Error from Connector, Please try again later'),
  '4000000000009987': declined('Lost card'),
  '4000000000009979': declined('Stolen card'),
  '4000003800000446': challenged,
  '4000000000003220': challenged,
  '4000000000000077': {
    verdict: 'approved later',
    meaning: 'It is processing at first, and pays some seconds later by itself.',
  },
  '4000000000006975': {
    verdict: 'asked too often',
    meaning: 'It is answered 429 with a time to wait, and nothing is charged.',
  },
  [unreachableCard]: {
    ...unsupported,
    meaning: 'It never leaves the switch: the processor cannot be reached.',
  },
  '4000000000000341': approved('never answers', 'It is charged, and the answer never comes.'),
  '4000000000000119': approved('answers 500', 'It is charged, and the answer is a 500.'),
  '4000000000000069': approved(
    'answers a page',
    'It is charged, and the answer is a page instead of JSON.',
  ),
  '4000000000000259': approved(
    'charges another amount',
    'It is charged one minor unit more than was asked for, and the answer says so.',
  ),
  '4000000000001976': approved(
    'contradicts itself',
    'It pays, and the webhooks say first that it did and then, with an older time, that it failed.',
  ),
  '4000000000000101': approved('refuses captures', 'It is authorized, and no capture is accepted.'),
  '4000000000000036': approved(
    'refuses increments',
    'It is authorized, and nothing more is reserved later.',
  ),
  '4000000000000127': approved('refuses voids', 'It is authorized, and no void is accepted.'),
  '4000000000009235': approved('refuses refunds', 'It pays, and every refund fails at once.'),
  '4000000000007726': approved(
    'refunds later',
    'It pays, and a refund is pending at first and succeeds some seconds later.',
  ),
  '4000000000005126': approved(
    'fails refunds later',
    'It pays, and a refund is pending at first and fails some seconds later.',
  ),
  '4000000000002685': approved(
    'is disputed',
    'It pays, and is disputed some seconds later. Evidence decides as the text in it says.',
  ),
  '4000000000005423': approved(
    'is inquired about',
    "It pays, and some seconds later the customer's bank inquires before it disputes anything.",
  ),
  '4000000404000079': approved(
    'is disputed twice',
    'It pays, and some seconds later each half of it is disputed.',
  ),
};

/** The meaning of a card at a processor. All numbers outside the list mean the same. */
export const cardAt = (cardNumber: string, processor: Processor): TestCard =>
  // This card is approved at one processor only, to show a retry at the next processor.
  cardNumber === '4000000000009995' && processor === 'stripe_test'
    ? good
    : (ownMember(cards, cardNumber) ?? unsupported);
