import { processors } from '#connectors/sandbox/processors.ts';
import { cards, unreachableCard } from '#connectors/sandbox/published/cards.ts';
import {
  afterChallenge,
  type Charge,
  capturedMinor,
  challengeLifetimeMs,
  decide,
  isChallengeOpen,
  isSameCharge,
  isTurnedAway,
  settlingMs,
  standing,
} from '#sandbox/ledger.ts';

type CardCharge = Extract<Charge, { readonly cardNumber: string }>;

const now = new Date('2026-01-01T00:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const ids = { id: 'pay_new', challengeId: 'ch_new' };
const charge = (changes: Partial<CardCharge> = {}): Charge => ({
  keyHash: 'hash',
  reference: 'pay_1_1',
  processor: 'fauxpay',
  amountMinor: 6540,
  currency: 'USD',
  manualCapture: false,
  cardNumber: '4242424242424242',
  ...changes,
});
const decided = (changes: Partial<CardCharge> = {}) => decide(charge(changes), ids, now);

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
  ['4000000000003220', 'challenged', null],
  ['4000000000000077', 'processing', null],
  ['4000000000000341', 'succeeded', null],
  ['4000000000000119', 'succeeded', null],
  ['4000000000000069', 'succeeded', null],
  ['4000000000000259', 'succeeded', null],
  ['4000000000001976', 'succeeded', null],
  ['4000000000000101', 'succeeded', null],
  ['4000000000000036', 'succeeded', null],
  ['4000000000000127', 'succeeded', null],
  ['4000000000009235', 'succeeded', null],
  ['4000000000007726', 'succeeded', null],
  ['4000000000005126', 'succeeded', null],
  ['4000000000002685', 'succeeded', null],
  ['4000000000005423', 'succeeded', null],
  ['4000000404000079', 'succeeded', null],
  ['4000002500001001', 'succeeded', null],
  ['5555552500001001', 'succeeded', null],
  ['4871049999999910', 'succeeded', null],
  ['5127880999999990', 'succeeded', null],
  ['6703444444444449', 'succeeded', null],
  ['4571000000000001', 'succeeded', null],
  [unreachableCard, 'DC_04', 'Card not supported. Please use test cards'],
  ['4000000000000259000', 'DC_04', 'Card not supported. Please use test cards'],
] as const;

describe.each(processors)('%s', (processor) => {
  it.each(outcomes)('the sandbox answers card %s with %s', (cardNumber, expected, message) => {
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

const tooOftenCard = '4000000000006975';

it('the sandbox has an outcome for each of its cards in the list above', () => {
  const listed: readonly string[] = [...outcomes.map(([number]) => number), tooOftenCard];
  for (const number of Object.keys(cards)) expect(listed).toContain(number);
});

it('the sandbox has only cards that a shop accepts, and describes the effect of each', () => {
  for (const [number, { meaning }] of Object.entries(cards)) {
    const sum = [...number].reverse().reduce((total, digit, place) => {
      const value = Number(digit) * (1 + (place % 2));
      return total + value - (value > 9 ? 9 : 0);
    }, 0);
    expect([number, sum % 10]).toEqual([number, 0]);
    expect(meaning).toMatch(/^(It|The) .+\.$/);
  }
});

it('the sandbox rejects one card, and records nothing of it', () => {
  expect(isTurnedAway(charge({ cardNumber: tooOftenCard }))).toBe(true);
  expect(isTurnedAway(charge())).toBe(false);
  expect(() => decided({ cardNumber: tooOftenCard })).toThrow();
});

describe('a payment that is decided later', () => {
  const processing = decided({ cardNumber: '4000000000000077' });

  it('a payment that is decided later pays by itself, once, when its time has come', () => {
    expect(standing(processing, later(settlingMs - 1))).toBe(processing);
    const paid = standing(processing, later(settlingMs));
    expect(paid).toMatchObject({ state: 'succeeded' });
    expect(paid.movements).toEqual([
      { kind: 'charged', amountMinor: 6540, at: later(settlingMs).toISOString() },
    ]);
    expect(standing(paid, later(1e9))).toBe(paid);
    expect([capturedMinor(processing), capturedMinor(paid)]).toEqual([0, 6540]);
  });

  it('a payment that is decided later is reserved when it is captured manually', () => {
    const manual = decided({ cardNumber: '4000000000000077', manualCapture: true });
    expect(standing(manual, later(settlingMs)).state).toBe('authorized');
  });
});

it('a sandbox card charges another amount on purpose, and the requested amount stays known', () => {
  const more = charge({ cardNumber: '4000000000000259' });
  const payment = decide(more, ids, now);
  expect(payment.amountMinor).toBe(6541);
  expect(isSameCharge(payment, more)).toBe(true);
  expect(isSameCharge(payment, { ...more, amountMinor: 6541 })).toBe(false);
});

it('a manual-capture payment at the sandbox only reserves', () => {
  expect(decided({ manualCapture: true }).state).toBe('authorized');
  const challenged = decided({ manualCapture: true, cardNumber: '4000003800000446' });
  expect(afterChallenge(challenged, true, now).state).toBe('authorized');
});

it('the ledger stores no card number, only its last digits', () => {
  for (const number of Object.keys(cards).filter((one) => one !== tooOftenCard)) {
    const payment = decided({ cardNumber: number });
    expect(JSON.stringify(payment)).not.toContain(number);
    expect(payment.cardLastDigits).toBe(number.slice(-4));
  }
});

it('a sandbox reference is accepted for one amount and one currency', () => {
  expect(isSameCharge(decided(), charge({ cardNumber: '4000000000000002' }))).toBe(true);
  expect(isSameCharge(decided(), charge({ amountMinor: 6541 }))).toBe(false);
  expect(isSameCharge(decided(), charge({ currency: 'EUR' }))).toBe(false);
});

describe('a challenge', () => {
  const challenged = decided({ cardNumber: '4000003800000446' });

  it('a sandbox challenge has its own name, which payments without a challenge have not', () => {
    expect(challenged.challengeId).toBe('ch_new');
    expect(decided().challengeId).toBeUndefined();
  });

  it('a sandbox challenge ends as the customer decides, and a rejection has no code', () => {
    expect(afterChallenge(challenged, true, now).state).toBe('succeeded');
    const rejected = afterChallenge(challenged, false, now);
    expect(rejected.state).toBe('failed');
    expect(rejected.failure).toBeUndefined();
  });

  it('a sandbox challenge is decided once', () => {
    const completed = afterChallenge(challenged, true, now);
    expect(() => afterChallenge(completed, false, now)).toThrow();
    expect(isChallengeOpen(completed, now)).toBe(false);
  });

  it('a sandbox challenge is open for ten hours', () => {
    expect(isChallengeOpen(challenged, later(challengeLifetimeMs - 1))).toBe(true);
    expect(isChallengeOpen(challenged, later(challengeLifetimeMs))).toBe(false);
  });

  it('a sandbox challenge that is never opened becomes a failed payment once it expires', () => {
    expect(standing(challenged, later(challengeLifetimeMs)).state).toBe('challenged');
    expect(standing(challenged, later(challengeLifetimeMs + 300_000)).state).toBe('failed');
    expect(standing(afterChallenge(challenged, true, now), later(1e12)).state).toBe('succeeded');
  });
});
