import fc from 'fast-check';
import { allAbouts } from '#connectors/abouts.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { placeOf } from '#merchants/accounts/configuration-store.ts';
import type { Operation } from '#platform/http/operation.ts';
import { receiveWebhook } from '#switch/incoming-webhooks/operations.ts';
import { drawnByDay } from '../support/drawn-by-day.ts';
import { exampleCredentials } from '../support/example-credentials.ts';
import { countOfNight } from '../support/night.ts';
import { all, dependencies, prepareAll, preparedFor, send } from '../support/prepared-switch.ts';
import { anyBody, anyHeaders, anyQuery, anySegment } from '../support/strangers-requests.ts';
import { type Ask, type Container, switchInMemory } from '../support/switch-in-memory.ts';

const { each } = drawnByDay('any-stranger');

/** How often each address is asked. */
const numRuns = countOfNight() ?? 15;

const adapters = allAbouts().flatMap(({ name, credentials: [authType] }) =>
  connectorNamed(name)?.webhooks ? [{ name, credentials: exampleCredentials(authType) }] : [],
);

let world: Container;

beforeAll(async () => {
  await prepareAll();
  const { items, vault } = preparedFor(receiveWebhook);
  world = switchInMemory(items, {
    ...dependencies,
    vault: vault(),
    // Processors that are asked about a webhook cannot be reached.
    send: async () => ({ kind: 'not_sent', reason: 'no connection' }),
  });
  await addAccounts(world);
});

/** An account of each processor that sends webhooks, with a secret to sign with. */
async function addAccounts({ services: { configurations, secrets } }: Container): Promise<void> {
  const { account } = await configurations.read('merchant_example');
  const createdAt = dependencies.clock.now.toISOString();
  for (const { name, credentials } of adapters) {
    const id = `mca_any_${name}`;
    await configurations.addConnectorAccount({
      id,
      merchantId: account.id,
      profileId: 'pro_example',
      connectorName: name,
      connectorType: 'payment_processor',
      label: id,
      status: 'active',
      disabled: false,
      settings: {},
      sealed: await secrets.seal(account, placeOf.connectorAccount(id), {
        connector_account_details: credentials,
        connector_webhook_details: { merchant_secret: '00ff' },
      }),
      createdAt,
      modifiedAt: createdAt,
      version: 1,
    });
  }
}

/** The example of an operation without its key, with something else in its other places. */
const strangersRequest = ({ example, method }: Operation): fc.Arbitrary<Ask> => {
  const { params = {}, query = {}, body } = example;
  const segment = (known: string) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(known) }, anySegment);
  return fc
    .record({
      params: fc.record(
        Object.fromEntries(Object.entries(params).map(([name, known]) => [name, segment(known)])),
      ),
      query: fc.oneof(
        fc.constant(query),
        anyQuery.map((more) => ({ ...query, ...more })),
      ),
      headers: anyHeaders,
      text: fc.oneof(anyBody, fc.constant(JSON.stringify(body) ?? '')),
      base64: fc.boolean(),
    })
    .map(({ text, base64, ...request }) => ({
      ...request,
      ...(method !== 'GET' && {
        base64,
        text: base64 ? Buffer.from(text).toString('base64') : text,
      }),
    }));
};

/** Finds a server error: a stranger's request must never be answered with one. */
const asFailure = (status: number, request: Ask) =>
  status >= 500 ? { status, request } : undefined;

it('every adapter that has webhooks has an account', () => {
  expect(adapters.length).toBeGreaterThan(9);
});

each(adapters.map(({ name }) => name))(
  'no webhook that a stranger sends to the address of %s is answered with a server error',
  async (name) => {
    const request = fc.record({ headers: anyHeaders, text: anyBody, isPut: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(request, async ({ isPut, ...sent }) => {
        const operation = isPut ? 'incoming-webhooks.receive-put' : 'incoming-webhooks.receive';
        const params = { merchant_id: 'merchant_example', connector: `mca_any_${name}` };
        const { status } = await world.ask(operation, { params, ...sent });
        expect(asFailure(status, sent)).toBeUndefined();
      }),
      { numRuns: 4 * numRuns },
    );
  },
);

each(all.map((operation) => [operation.name, operation] as const))(
  'no request that a stranger sends is answered with a server error: %s',
  async (name, operation) => {
    await fc.assert(
      fc.asyncProperty(strangersRequest(operation), async (request) => {
        const { status } = await world.ask(name, request);
        expect(asFailure(status, request)).toBeUndefined();
      }),
      { numRuns },
    );
  },
);

each(all.filter(({ isPage }) => isPage).map((operation) => [operation.name, operation] as const))(
  'no browser of a customer is answered with a server error, whatever it brings: %s',
  async (_, operation) => {
    await fc.assert(
      fc.asyncProperty(strangersRequest(operation), async ({ params: _, query, ...brought }) => {
        const { answer } = await send(operation, (example) => ({
          ...example,
          ...brought,
          query: { ...query, ...example.query },
        }));
        expect(asFailure(answer.status, brought)).toBeUndefined();
      }),
      { numRuns },
    );
  },
);
