import {
  afterChallenge,
  type Charge,
  cards,
  challengeLifetimeMs,
  decide,
  isChallengeOpen,
  isSameCharge,
  standing,
} from '../../../shared/sandbox/ledger.ts';
import { processors } from '../../../shared/sandbox/processors.ts';

const now = new Date('2026-01-01T00:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const ids = { id: 'pay_new', challengeId: 'ch_new' };
const charge = (changes: Partial<Charge> = {}): Charge => ({
  keyHash: 'hash',
  reference: 'pay_1_1',
  processor: 'fauxpay',
  amountMinor: 6540,
  currency: 'USD',
  manualCapture: false,
  cardNumber: '4242424242424242',
  ...changes,
});
const decided = (changes: Partial<Charge> = {}) => decide(charge(changes), ids, now);

const outcomes = [
  ['4111111111111111', 'succeeded', null],
  ['4242424242424242', 'succeeded', null],
  ['5555555555554444', 'succeeded', null],
  ['38000000000006', 'succeeded', null],
  ['378282246310005', 'succeeded', null],
  ['6011111111111117', 'succeeded', null],
  ['5105105105105100', 'DC_08', 'Payment declined: Card declined'],
  ['4000000000000002', 'DC_08', 'Payment declined: Card declined'],
  [
    '4000000000009995',
    'DC_08',
    'Payment declined: Internal Server Error from Connector, Please try again later',
  ],
  ['4000000000009987', 'DC_08', 'Payment declined: Lost card'],
  ['4000000000009979', 'DC_08', 'Payment declined: Stolen card'],
  ['4000003800000446', 'challenged', null],
  ['4000000000000077', 'DC_04', 'Card not supported. Please use test cards'],
] as const;

describe.each(processors)('%s', (processor) => {
  it.each(outcomes)('answers card %s with %s', (cardNumber, expected, message) => {
    const good = cardNumber === '4000000000009995' && processor === 'stripe_test';
    const payment = decided({ processor, cardNumber });
    expect(payment).toMatchObject(
      message && !good
        ? { state: 'failed', failure: { code: expected, message } }
        : { state: good ? 'succeeded' : expected },
    );
    expect(payment.failure === undefined).toBe(good || !message);
  });
});

it('has an outcome for each of its cards in the list above', () => {
  const listed: readonly string[] = outcomes.map(([number]) => number);
  for (const number of Object.keys(cards)) expect(listed).toContain(number);
});

it('reserves only, when the money is to be captured later', () => {
  expect(decided({ manualCapture: true }).state).toBe('authorized');
  const challenged = decided({ manualCapture: true, cardNumber: '4000003800000446' });
  expect(afterChallenge(challenged, true).state).toBe('authorized');
});

it('keeps no card number, only its last digits', () => {
  for (const number of Object.keys(cards)) {
    const payment = decided({ cardNumber: number });
    expect(JSON.stringify(payment)).not.toContain(number);
    expect(payment.cardLastDigits).toBe(number.slice(-4));
  }
});

it('takes a reference for one amount and one currency', () => {
  expect(isSameCharge(decided(), charge({ cardNumber: '4000000000000002' }))).toBe(true);
  expect(isSameCharge(decided(), charge({ amountMinor: 6541 }))).toBe(false);
  expect(isSameCharge(decided(), charge({ currency: 'EUR' }))).toBe(false);
});

describe('a challenge', () => {
  const challenged = decided({ cardNumber: '4000003800000446' });

  it('has a name of its own, which payments without a challenge have not', () => {
    expect(challenged.challengeId).toBe('ch_new');
    expect(decided().challengeId).toBeUndefined();
  });

  it('ends as the customer decides, and a rejection has no code', () => {
    expect(afterChallenge(challenged, true).state).toBe('succeeded');
    const rejected = afterChallenge(challenged, false);
    expect(rejected.state).toBe('failed');
    expect(rejected.failure).toBeUndefined();
  });

  it('is decided once', () => {
    expect(() => afterChallenge(afterChallenge(challenged, true), false)).toThrow();
    expect(isChallengeOpen(afterChallenge(challenged, true), now)).toBe(false);
  });

  it('is open for ten hours', () => {
    expect(isChallengeOpen(challenged, later(challengeLifetimeMs - 1))).toBe(true);
    expect(isChallengeOpen(challenged, later(challengeLifetimeMs))).toBe(false);
  });

  it('that nobody takes up becomes a failed payment, and never while it is open', () => {
    expect(standing(challenged, later(challengeLifetimeMs)).state).toBe('challenged');
    expect(standing(challenged, later(challengeLifetimeMs + 300_000)).state).toBe('failed');
    expect(standing(afterChallenge(challenged, true), later(1e12)).state).toBe('succeeded');
  });
});
