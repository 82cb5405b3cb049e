import { byCard } from '../support/payments-in-memory.ts';
import {
  type Answer,
  type Ask,
  adminKey,
  aMerchant,
  type Merchant,
  type SwitchDependencies,
  switchDependencies,
  switchInMemory,
} from '../support/switch-in-memory.ts';

/** A switch in memory with a merchant in it, and the ways to ask it. */
export interface RuleContext {
  readonly world: ReturnType<typeof switchInMemory>;
  readonly merchant: Merchant;
  /** Asks with the merchant's secret key, unless the request brings another. */
  ask(operation: string, request?: Ask): Promise<Answer>;
  /** The same of a request that has to succeed; its body. */
  done(operation: string, request?: Ask): Promise<Answer['body']>;
  /** An identifier that nothing in this switch has yet. */
  newId(prefix: string): string;
}

/** A switch in memory whose merchant is connected with `stripe_test`. */
export async function ruleContext(given: Partial<SwitchDependencies> = {}): Promise<RuleContext> {
  const world = switchInMemory([], { ...switchDependencies(), ...given });
  const merchant = await aMerchant(world);
  let made = 0;
  const ask = (operation: string, request: Ask = {}) =>
    world.ask(operation, { key: merchant.key, ...request });
  return {
    world,
    merchant,
    ask,
    async done(operation, request) {
      const { status, text, body } = await ask(operation, request);
      if (status !== 200) throw new Error(`${operation}: ${text}`);
      return body;
    },
    newId: (prefix) => `${prefix}_${++made}`,
  };
}

export type Outcome = Readonly<{ status: number; body: unknown }>;

/** Asks something of a switch and gives back the answer that the rule is about. */
export type RuleRequest = (scene: RuleContext) => Promise<Answer>;

/** Where the reference says so, the rule in our own words, a request, and what has to become of it. */
export type Rule = readonly [section: string, rule: string, wish: RuleRequest, outcome: Outcome];

/** Has every rule a test of its own. They share a switch, so each brings identifiers of its own. */
export function describeRules(
  rules: readonly Rule[],
  given: Partial<SwitchDependencies> = {},
): void {
  let context: RuleContext;
  beforeAll(async () => {
    context = await ruleContext(given);
  });

  it.each(rules)('%s: %s', async (_section, _rule, request, outcome) => {
    const { status, body } = await request(context);
    expect({ status, body }).toMatchObject(outcome);
  });
}

/** A success whose body has these members. */
export const accepted = (body: object = {}): Outcome => ({ status: 200, body });

/** A refusal; without a message, whatever it says. */
export const refused = (status: number, code: string, message?: string): Outcome => ({
  status,
  body: {
    error: {
      type: status < 500 || status === 501 ? 'invalid_request' : 'api',
      code,
      message: message ?? expect.any(String),
    },
  },
});

/** A refusal for something that has to be stated. */
export const missing = (field: string): Outcome =>
  refused(400, 'IR_04', `Missing required param: ${field}`);

/** A refusal for something that the rest of the request does not allow. */
export const precondition = (message: string): Outcome => refused(400, 'IR_16', message);

/** A refusal for a member whose value can't be. */
export const invalidValue = (field: string): Outcome =>
  refused(400, 'IR_07', `Invalid value provided: ${field}`);

/** A refusal for data that does not go together. */
export const invalid = (message: string): Outcome => refused(422, 'IR_06', message);

/** A body that is not what the contract says; the message names what is wrong. */
export const malformed = (part = ''): Outcome => ({
  status: 400,
  body: {
    error: {
      type: 'invalid_request',
      error_type: 'invalid_request',
      code: 'IR_06',
      message: expect.stringMatching(new RegExp(`^Json deserialize error: .*${part}`)),
    },
  },
});

/** A word that an enumeration does not have. */
export const unknownVariant = (field: string): Outcome =>
  malformed(`${field}: (unknown variant|data did not match any variant)`);

/** A query that is not what the contract says. */
export const malformedQuery: Outcome = refused(
  400,
  'IR_06',
  expect.stringMatching(/^Query deserialize error: /),
);

/** So many letters. */
export const letters = (count: number): string => 'x'.repeat(count);

/** Metadata of so many keys, each of so many characters. */
export const metadataOf = (count: number, length = 8): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${index}`.padStart(length, 'k'), 'v']),
  );

/** Words of a table, as the reference has them. */
export const words = (text: string): readonly string[] => text.trim().split(/[\s,]+/);

/** An operator asks, about the merchant of the scene where the path names one. */
export const byAdmin =
  (operation: string, body?: unknown, params?: Ask['params']): RuleRequest =>
  ({ world, merchant }) =>
    world.ask(operation, {
      key: adminKey,
      params: params ?? { account_id: merchant.id, merchant_id: merchant.id },
      ...(body !== undefined && { body }),
    });

/** The merchant asks with this body. */
export const asking =
  (operation: string, body?: unknown, more: Ask = {}): RuleRequest =>
  ({ ask }) =>
    ask(operation, { ...more, ...(body !== undefined && { body }) });

/** The middle of a year, so that some months of it are over. */
export const midYear = () => ({ now: new Date('2031-06-15T12:00:00.000Z') });

/** A payment of 25.99 EUR that nobody confirms, and that states this. */
export const payment = (stated: object = {}): RuleRequest =>
  asking('payments.create', { amount: 2_599, currency: 'EUR', ...stated });

/** A card that pays, as requests of payments state it, with these changes. */
export const card = (stated: object = {}) => ({
  payment_method: 'card',
  payment_method_data: {
    card: {
      card_number: '4242424242424242',
      card_exp_month: '12',
      card_exp_year: '2039',
      card_cvc: '314',
      ...stated,
    },
  },
});

/** A payment of 25.99 EUR that a card paid at once, with these changes; its identifier. */
export async function paid(
  { done }: Pick<RuleContext, 'done'>,
  changes: object = {},
): Promise<string> {
  const body = { amount: 2_599, currency: 'EUR', confirm: true, ...byCard(), ...changes };
  return (await done('payments.create', { body })).payment_id;
}
