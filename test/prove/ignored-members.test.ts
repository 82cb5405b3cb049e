import type { Operation } from '#platform/http/operation/operation.ts';
import { operations } from '../../shared/operations.ts';
import { send } from '../scenarios/played.ts';

/*
 * A member that could change how much a request moves, or to whom, is never ignored: a merchant who
 * sends `amount` to a capture does not capture all. Any other member that the API does not have is
 * ignored, as in Hyperswitch v1, and a line of the log names it.
 */

const moving = operations.filter((one: Operation) => one.movesMoney);

/** Operations that ask a processor and take a body, and whose body moves no money. */
const movesNothing: Readonly<Record<string, string>> = {
  'payments.sync': 'asks for the state',
  'payments.session-tokens': 'asks for tokens of wallets',
  'payments.authenticate': 'authenticates the customer; the confirm charges',
  'payments.complete-posted': "takes a processor's form as it is",
  'payments.return-posted': "takes a processor's form as it is",
  'payment-methods.link-bank-account': 'saves a bank account',
  'payment-methods.exchange-bank-accounts': 'saves a bank account',
  'incoming-webhooks.receive': "takes a processor's text as it is",
  'incoming-webhooks.receive-put': "takes a processor's text as it is",
  'disputes.submit-evidence': 'sends evidence; the bank decides',
  'refunds.sync': 'asks for the state',
  'connector-accounts.check-credentials': 'asks whether credentials are right',
  'connector-accounts.register-webhook': "tells the processor the switch's address",
  'authentications.eligibility': 'authenticates a customer; no money moves',
  'authentications.authenticate': 'authenticates a customer; no money moves',
  'authentications.sync': 'authenticates a customer; no money moves',
};

/** Sends the example with these members beside its own. */
const withMembers = (operation: Operation, members: object, merged = true) =>
  send(operation, (example) => ({
    ...example,
    body: merged ? { ...Object(example.body), ...members } : members,
  }));

const operationNamed = (name: string): Operation => {
  const found = operations.find((one) => one.name === name);
  if (!found) throw new Error(`No operation ${name}.`);
  return found;
};

describe('an operation that moves money', () => {
  it('an operation that asks a processor and takes a body either moves money or is named with its reason', () => {
    const asking = operations.filter(
      ({ access, body, method }: Operation) => access.connectors && body && method !== 'GET',
    );
    const unnamed = asking.filter(
      ({ name, movesMoney }: Operation) => !movesMoney && !Object.hasOwn(movesNothing, name),
    );
    expect(unnamed.map(({ name }) => name)).toEqual([]);
    expect(moving.length).toBeGreaterThan(15);
  });

  it.each(
    moving.flatMap(({ name }) =>
      [
        'total_amount',
        'amountToMove',
        'captured_amount',
        'currency_code',
        'destination',
        'recipient_iban',
        'final_capture',
        'transfer_to',
      ].map((member) => [name, member] as const),
    ),
  )(
    'an operation that moves money does not ignore a member about money: %s with %s',
    async (name, member) => {
      const { answer, world, unchanged } = await withMembers(operationNamed(name), {
        [member]: 100,
      });
      expect([answer.status, answer.body.error]).toEqual([
        400,
        expect.objectContaining({
          message: expect.stringContaining(`unknown field \`${member}\``),
        }),
      ]);
      expect(answer.body.error.hint).toMatch(/^(Send|Did you mean|Leave)/);
      expect(world.port.items()).toEqual(unchanged);
    },
  );

  it.each([
    ['payments.capture', { amount: 100 }, 'amount_to_capture'],
    ['payments.capture', { capture_amount: 100 }, 'amount_to_capture'],
    ['payments.capture', { amount_captured: 100 }, 'amount_to_capture'],
    ['payments.capture', { amount_to_captured: 100 }, 'amount_to_capture'],
    ['payments.capture', { amountToCapture: 100 }, 'amount_to_capture'],
    ['payments.cancel', { reason: 'requested' }, 'cancellation_reason'],
    ['payments.cancel', { cancelation_reason: 'requested' }, 'cancellation_reason'],
    ['payments.cancel-post-capture', { reason: 'requested' }, 'cancellation_reason'],
    ['payments.incremental-authorization', { amount_total: 3_000 }, 'amount'],
    ['payments.incremental-authorization', { additional_amount: 3_000 }, 'amount'],
    ['refunds.create', { refund_amount: 100 }, 'amount'],
    ['refunds.create', { amount_to_refund: 100 }, 'amount'],
    ['payouts.create', { payout_amount: 100 }, 'amount'],
    ['payments.create', { surcharge_details: { surcharge_amount: 1, tax: 1 } }, 'tax_amount'],
  ] as const)('a refusal names the right member: %s with %j', async (name, members, right) => {
    const { answer } = await withMembers(operationNamed(name), members);
    expect([answer.status, answer.body.error?.hint]).toEqual([
      400,
      expect.stringContaining(`\`${right}\``),
    ]);
  });

  it.each(
    moving
      .filter(({ path }) => /\{(payment|payout|refund)_id\}/.test(path))
      .map(({ name }) => name),
  )(
    'an operation that moves money refuses a body that names another object than the path: %s',
    async (name) => {
      const operation = operationNamed(name);
      const [, param = ''] = /\{((?:payment|payout|refund)_id)\}/.exec(operation.path) ?? [];
      const other = await withMembers(operation, { [param]: 'another_object' });
      expect(other.answer.status).toBe(400);
      expect(other.world.port.items()).toEqual(other.unchanged);
    },
  );
});

/*
 * Members that published clients send without an effect. Each stays ignored.
 */
const publishedClients: readonly (readonly [
  name: string,
  source: string,
  body: ((payment_id: string) => object) | undefined,
])[] = [
  [
    'payments.cancel',
    'hyperswitch-saleor-payment-app 0.4.0: transaction-cancelation-requested.ts',
    () => ({
      metadata: { channel_id: 'Q2hhbm5lbDox', saleor_api_url: 'https://shop.example/graphql/' },
    }),
  ],
  [
    'payments.capture',
    'medusa-payment-hyperswitch 0.0.2: libs/hyperswitch.js',
    (payment_id) => ({ amount_to_capture: 2_599, payment_id }),
  ],
  [
    'payments.capture',
    "Hyperswitch's Postman collections and Cypress fixtures: capture-flow-body.json",
    () => ({
      amount_to_capture: 2_599,
      statement_descriptor_name: 'Joseph',
      statement_descriptor_suffix: 'JS',
    }),
  ],
  [
    'payments.extend-authorization',
    "Hyperswitch's Cypress fixtures: extend-auth-body.json",
    () => ({ extended_authorization_days: 7 }),
  ],
  ['payments.capture', 'hyperswitch-woocommerce-plugin 1.6.2: manual_capture', undefined],
  ['payments.capture', 'hyperswitch-woocommerce-plugin 1.6.2', () => ({})],
];

describe('a member without a meaning', () => {
  it.each(publishedClients)(
    'a member that a published client sends without an effect stays ignored: %s by %s',
    async (name, _source, members) => {
      const { answer } = await send(operationNamed(name), ({ body: _, ...request }) => ({
        ...request,
        ...(members && { body: members(request.params?.payment_id ?? '') }),
      }));
      expect({ status: answer.status, error: answer.body.error }).toEqual({
        status: 200,
        error: undefined,
      });
    },
  );

  it('a member without a meaning is ignored, and a line of the log names it beside its payment', async () => {
    const { answer, world, request } = await withMembers(operationNamed('payments.capture'), {
      shop_note: 'rush',
      sk_live_51Habc9: 1,
    });
    expect(answer.status).toBe(200);
    const lines = world.dependencies.logged
      .filter((line) => line.includes('members ignored'))
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      {
        operation: 'payments.capture',
        payment_id: request.params?.payment_id,
        members: 'shop_note, another name',
      },
    ]);
  });

  it('a request without ignored members adds no line to the log', async () => {
    const { world } = await withMembers(operationNamed('payments.capture'), {});
    expect(world.dependencies.logged.filter((line) => line.includes('members ignored'))).toEqual(
      [],
    );
  });
});
