import * as v from 'valibot';
import { implementationOf } from '../support/switch/implementations.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import {
  type Answer,
  type Ask,
  adminKey,
  aMerchant,
  type Merchant,
  type SwitchDependencies,
  switchDependencies,
  switchInMemory,
} from '../support/switch/switch-in-memory.ts';

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
  /** The route that was asked last. */
  lastRoute(): string;
}

/** A switch in memory whose merchant is connected with `stripe_test`. */
export async function ruleContext(given: Partial<SwitchDependencies> = {}): Promise<RuleContext> {
  const world = switchInMemory([], { ...switchDependencies(), ...given });
  const merchant = await aMerchant(world);
  let made = 0;
  let lastAsked = '';
  const note: typeof world.ask = (operation, request) => {
    lastAsked = operation;
    return world.ask(operation, request);
  };
  const ask = (operation: string, request: Ask = {}) =>
    note(operation, { key: merchant.key, ...request });
  return {
    world: { ...world, ask: note },
    merchant,
    ask,
    async done(operation, request) {
      const { status, text, body } = await ask(operation, request);
      if (status !== 200) throw new Error(`${operation}: ${text}`);
      return body;
    },
    newId: (prefix) => `${prefix}_${++made}`,
    lastRoute: () => routeOf(lastAsked),
  };
}

export type Outcome = Readonly<{ status: number; body: unknown }>;

/** Asks something of a switch and returns the answer that the rule is about. */
export type RuleRequest = (context: RuleContext) => Promise<Answer>;

/**
 * A rule of the published API: the route, the condition or promise, a request, and the answer. The
 * API is that of Hyperswitch v1; `docs/openapi.json` describes each route.
 */
export type Rule = readonly [route: string, ...RouteRule];

/** A rule of a route that is stated once for many. */
export type RouteRule = readonly [rule: string, request: RuleRequest, outcome: Outcome];

export const rulesOf = (route: string, rules: readonly RouteRule[]): Rule[] =>
  rules.map((rule) => [route, ...rule]);

/**
 * Gives every rule a test, whose name is the route, the rule and the answer, such as
 * `POST /refunds: reason of 256 characters → 400 IR_06`. The rules share a switch, so each request
 * brings identifiers of its own.
 */
export function describeRules(
  rules: readonly Rule[],
  given: Partial<SwitchDependencies> = {},
): void {
  let context: RuleContext;
  beforeAll(async () => {
    context = await ruleContext(given);
  });

  for (const [route, rule, request, outcome] of rules) {
    it(`${route}: ${rule} → ${answerIn(outcome)}`, async () => {
      const { status, body } = await request(context);
      expect({ status, body }).toMatchObject(outcome);
      expect(context.lastRoute()).toBe(route);
    });
  }
}

/** The public route of an operation, such as `POST /payments`. */
export function routeOf(name: string): string {
  const { method, path } = implementationOf(name).operation;
  return `${method} ${path}`;
}

const Refusal = v.object({
  error: v.object({ code: v.unknown(), message: v.optional(v.unknown()) }),
});
/** The text or pattern inside Jest's matchers of texts, such as `expect.stringContaining`. */
const Matcher = v.object({ sample: v.union([v.string(), v.instance(RegExp)]) });

/** An answer in words: its status, and the code and message of its error or some members of its body. */
export function answerIn({ status, body }: Outcome): string {
  const refusal = v.safeParse(Refusal, body);
  if (refusal.success) {
    const { code, message } = refusal.output.error;
    return [status, textIn(code), textIn(message)].filter(Boolean).join(' ');
  }
  const members = Object.entries(Object(body)).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) && `${value}`.length < 40
      ? [`${name} ${value}`]
      : [],
  );
  return members.length === 0 ? `${status}` : `${status} with ${members.slice(0, 3).join(', ')}`;
}

function textIn(expected: unknown): string {
  if (typeof expected === 'string') return expected;
  const matcher = v.safeParse(Matcher, expected);
  return matcher.success ? `${matcher.output.sample}` : '';
}

/** A success whose body has these members. */
export const accepted = (body: object = {}): Outcome => ({ status: 200, body });

/** A refusal; without a message, any message. */
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

/** A body that does not match the contract; the message names the wrong part. */
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

/** A query that does not match the contract. */
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

/** The words of a table. */
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

/** A payment of 25.99 EUR that is not confirmed, with these members. */
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
