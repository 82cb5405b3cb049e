import { cards } from '#connectors/sandbox/published/cards.ts';
import { ownMember } from '#platform/own-member.ts';

/** The sandbox processor's handling of a payout to a destination, and its behaviour beside that. */
export interface TestDestination {
  /** The result of a payout once it is to be paid. */
  readonly pays:
    | 'at once'
    /** It is pending at first, and decided some seconds later. */
    | 'later'
    | 'fails later'
    /** It is on its way at first, and comes back some seconds later. */
    | 'comes back'
    /** It is paid at once, and comes back all the same. */
    | 'comes back after all'
    | 'never';
  /** The result of the destination check before anything is paid. */
  readonly refused?: 'ineligible' | 'failed';
  /** The recipient opens an account first, which takes some seconds. */
  readonly needsAccount?: true;
  readonly manner?: 'never answers' | 'answers 500' | 'pays another amount' | 'refuses cancels';
  readonly meaning: string;
}

const paid: TestDestination = { pays: 'at once', meaning: 'It is paid at once.' };

/**
 * Every test destination with a meaning, by its last four digits: those of published test cards,
 * and of any bank account, telephone number or address that ends in them.
 *
 * @see https://docs.stripe.com/testing
 */
const destinations: Readonly<Record<string, TestDestination>> = {
  '0002': { pays: 'never', meaning: 'It is created, and paying it fails.' },
  '0069': { pays: 'never', refused: 'failed', meaning: 'It cannot be created.' },
  '9979': { pays: 'never', refused: 'ineligible', meaning: 'It can never be paid to.' },
  '0446': {
    pays: 'at once',
    needsAccount: true,
    meaning: 'The payee opens an account first, which takes some seconds; then it is created.',
  },
  '0077': { pays: 'later', meaning: 'It is pending at first, and paid some seconds later.' },
  '5126': { pays: 'fails later', meaning: 'It is pending at first, and fails some seconds later.' },
  '0259': {
    pays: 'comes back',
    meaning: 'It is on its way at first, and comes back some seconds later.',
  },
  '0101': {
    pays: 'comes back after all',
    meaning: 'It is paid at once, and comes back some seconds later.',
  },
  '0341': { pays: 'at once', manner: 'never answers', meaning: 'It is paid without an answer.' },
  '0119': {
    pays: 'at once',
    manner: 'answers 500',
    meaning: 'It is paid, and the answer is a 500.',
  },
  '1976': {
    pays: 'at once',
    manner: 'pays another amount',
    meaning: 'One minor unit more than was asked for is paid, and the answers say so.',
  },
  '0127': {
    pays: 'later',
    manner: 'refuses cancels',
    meaning: 'It is pending at first, cannot be given up, and is paid some seconds later.',
  },
};

const unsupported: TestDestination = {
  pays: 'never',
  refused: 'failed',
  meaning: 'It is no test card, and refused.',
};

/** Visa's and Mastercard's test numbers for payouts. */
const payoutCards = ['4000056655665556', '5200828282828210'];

/** The meaning of a destination. Of cards, only published test cards are accepted. */
export function testDestination(kind: string, account: string): TestDestination {
  if (
    kind === 'card' &&
    ownMember(cards, account) === undefined &&
    !payoutCards.includes(account)
  ) {
    return unsupported;
  }
  return ownMember(destinations, account.replaceAll(/\D/g, '').slice(-4)) ?? paid;
}
