import { pages } from 'turnout:pages';
import { logTo } from '#platform/log.ts';
import type { CardToStore } from '#vault/cards/card-vault.ts';
import { rotateKeys } from '#vault/jobs/rotate-keys.ts';
import { sealAuditJob } from '#vault/jobs/seal-audit.ts';
import { sweepVault } from '#vault/jobs/sweep.ts';
import { memoryPort } from '../../support/memory-table.ts';
import { type AVault, aVault } from '../../support/vault/a-vault.ts';
import {
  laptopMasterKey,
  type VaultAsk,
  vaultAdminKey,
  vaultInMemory,
} from '../../support/vault/vault-in-memory.ts';
import type { VaultWorkBudget, VaultWorkCost } from './budgets.ts';
import { countedVault } from './counted-vault.ts';
import { aSession, typeCard, typed } from './pages/a-session.ts';
import { type Answer, aTarget } from './proxy/a-target.ts';

/** A vault that is in use, and the objects of its requests. */
interface VaultContext {
  /** The container whose work is counted: as in production, with its limits. */
  readonly served: ReturnType<typeof vaultInMemory>;
  /** Another container, which prepares the objects. Its work is not counted. */
  readonly aside: ReturnType<typeof vaultInMemory>;
  /** An API key of the tenant `shop`. */
  readonly key: string;
  /** 1, then 2: each request can be about something of its own. */
  readonly round: number;
  /** Lets time pass for all containers, in milliseconds. */
  wait(ms: number): void;
  /** A server on loopback, one of the tenant's destinations; closed when the scene is over. */
  target(answer: Answer): Promise<{ readonly url: string; readonly port: number }>;
}

/**
 * One piece of work: it prepares its objects aside, and the function that it returns is counted.
 */
export type VaultExercise = (scene: VaultContext) => Promise<() => Promise<unknown>>;

const tenant = 'shop';
const quarterMs = 15 * 60_000;
const minuteMs = 60_000;
const dayMs = 86_400_000;

const cardOf = (code?: string): CardToStore => ({
  number: Buffer.from('5555555555554444'),
  brand: 'mastercard',
  holderName: 'ANA LIMA',
  expiryMonth: '08',
  expiryYear: '2031',
  ...(code !== undefined && { cvc: Buffer.from(code) }),
});

const accountOf = ({ clock }: VaultContext['aside'], of = tenant) => ({
  tenant: of,
  actor: { kind: 'switch', id: of } as const,
  reason: 'made ready',
  origin: 'switch',
  requestId: 'req_ready',
  now: clock.now,
});

/**
 * A vault with a tenant who has so many cards, all without codes. Its audit trail was never read.
 */
export async function vaultWithCards(count: number): Promise<AVault> {
  const vault = aVault();
  const world = vaultInMemory(vault);
  await world.tenantKey(tenant);
  // The key of this quarter of an hour is there as well.
  await vault.cards.store(accountOf(world), cardOf('737'));
  for (let stored = 1; stored < count; stored++) {
    await vault.cards.store(accountOf(world), cardOf());
  }
  return { ...vault, ports: { ...vault.ports, audit: memoryPort() } };
}

/** Does a piece of work twice in a container of a copy of this vault, which stays as it is. */
export async function measured(
  { ports, provider }: AVault,
  work: VaultExercise,
): Promise<VaultWorkBudget> {
  const copies = {
    cards: memoryPort(ports.cards.items()),
    codes: memoryPort(ports.codes.items()),
    keys: memoryPort(ports.keys.items()),
    credentials: memoryPort(ports.credentials.items()),
    audit: memoryPort(ports.audit.items()),
  };
  const counted = countedVault({ ports: copies, provider });
  const served = vaultInMemory(counted.vault, { limited: true });
  const aside = vaultInMemory(aVault({ ports: copies, provider }));
  const open: { close(): Promise<void> }[] = [];
  const context = {
    served,
    aside,
    key: await aside.tenantKey(tenant),
    wait(ms: number) {
      for (const { clock } of [served, aside]) clock.now = new Date(clock.now.getTime() + ms);
    },
    async target(answer: Answer) {
      const target = await aTarget(() => answer);
      open.push(target);
      const { port } = target;
      const body = {
        destination: { scheme: 'http', host: '127.0.0.1', port, methods: ['get', 'post'] },
      };
      await prepareRequest(aside, 'vault.create-destination', { key: context.key, body });
      return target;
    },
  };
  async function costOf(round: number): Promise<VaultWorkCost> {
    const begin = await work({ ...context, round });
    counted.restart();
    await begin();
    return counted.count();
  }
  try {
    return { cold: await costOf(1), warm: await costOf(2) };
  } finally {
    await Promise.all(open.map((target) => target.close()));
  }
}

async function prepareRequest({ ask }: VaultContext['aside'], name: string, request: VaultAsk) {
  const { status, text, body } = await ask(name, request);
  if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
  return body.data;
}

/** Work that is one request. */
const asking =
  (
    name: string,
    request: (context: VaultContext) => VaultAsk | Promise<VaultAsk>,
    status = 200,
  ): VaultExercise =>
  async (context) => {
    const ready = await request(context);
    return async () => {
      const answer = await context.served.ask(name, ready);
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
    };
  };

/** The token of a card of the tenant's. */
async function aCard({ aside }: VaultContext, code?: string): Promise<string> {
  const { token } = await aside.vault.cards.store(accountOf(aside), cardOf(code));
  return token;
}

const ofCard = async (context: VaultContext, code?: string): Promise<VaultAsk> => ({
  key: context.key,
  params: { card_token: await aCard(context, code) },
});

const typedCard = (changes: object = {}) => ({ card: { ...typed, ...changes } });
const { service_code: _, ...withoutCode } = typed;

/** An API key of the tenant's, by its identifier. */
async function anApiKey({ aside, key }: VaultContext): Promise<string> {
  const body = { api_key: { description: 'checkout backend' } };
  return (await prepareRequest(aside, 'vault.create-api-key', { key, body })).id;
}

/** A session token for a card, as the address of a page has it. */
async function ofSession(context: VaultContext, scope: string, code?: string) {
  const card_token = await aCard(context, code);
  const session_token = await aSession(context.aside, { scope, card_token }, tenant);
  return { card_token, session_token };
}

/** A request that sends a card with these words to a target that answers so. */
const sending =
  (text: string, answer: Answer, code?: string) =>
  async (context: VaultContext): Promise<VaultAsk> => {
    const { url } = await context.target(answer);
    return { ...(await ofCard(context, code)), text, query: { method: 'post', url: `${url}/v1` } };
  };
const number = '{"number":"%CARD_NUMBER%"}';
const numberAndCode = '{"number":"%CARD_NUMBER%","code":"%SERVICE_CODE%"}';

const aProfile = (name: string) => ({
  tokenization_profile: {
    name,
    profile: {
      type: 'json',
      schema: {
        message_node: { selector: '$.reservations[*]' },
        card_node: { selector: 'payment.card' },
      },
      card_token_placement: { type: 'card_node', card_token_node: 'vault_token' },
      card_node: {
        card_number: { selector: 'pan' },
        cardholder_name: { selector: 'holder' },
        expiration_month: { selector: 'exp', transformation: 'substring:0,2' },
        expiration_year: { selector: 'exp', transformation: 'substring:3,4' },
        service_code: { selector: 'cvv' },
      },
    },
  },
});

/** A tokenization profile of the tenant's, by its identifier. */
async function aStoredProfile({ aside, key }: VaultContext, name: string): Promise<string> {
  const body = aProfile(name);
  return (await prepareRequest(aside, 'vault.create-tokenization-profile', { key, body })).id;
}

const ofProfile = async (context: VaultContext): Promise<VaultAsk> => ({
  key: context.key,
  params: { id: await aStoredProfile(context, `profile-${context.round}`) },
});

/** A request for so many cards of a target's. */
const capturing =
  (cards: number) =>
  async (context: VaultContext): Promise<VaultAsk> => {
    const card = { pan: '4111111111111111', holder: 'ANA LIMA', exp: '08/2031', cvv: '737' };
    const reservations = Array.from({ length: cards }, () => ({ payment: { card } }));
    const { url } = await context.target({ body: JSON.stringify({ reservations }) });
    const profile = `bookings-${context.round}`;
    await aStoredProfile(context, profile);
    return { key: context.key, text: '', query: { method: 'get', url: `${url}/new`, profile } };
  };

const allowedPlace = {
  destination: { host: 'gateway.example', path_prefix: '/v1/charges', methods: ['post'] },
};

async function aDestination({ aside, key }: VaultContext): Promise<string> {
  return (await prepareRequest(aside, 'vault.create-destination', { key, body: allowedPlace })).id;
}

/** An API key of a tenant who has nothing in the vault yet. */
const ofNewcomer = ({ aside, round }: VaultContext) => aside.tenantKey(`newcomer_${round}`);

const quiet = { log: logTo(() => {}), metric: () => {} };

const sweeping = ({ served: { vault, clock } }: VaultContext) => {
  const { table, cards, codes, audit } = vault;
  return sweepVault({ ...quiet, table, cards, codes, audit, clock: () => clock.now });
};

/** Sweeps everything that is due by now; data that was due earlier is gone already. */
async function readyToSweep(context: VaultContext, thenMs: number) {
  const { vault, clock } = context.aside;
  const { table, cards, codes, audit } = vault;
  const aside = sweepVault({ ...quiet, table, cards, codes, audit, clock: () => clock.now });
  await aside();
  context.wait(thenMs);
  return sweeping(context);
}

const sealing = ({ vault, clock }: VaultContext['aside']) =>
  sealAuditJob({ ...quiet, audit: () => vault.table('audit'), clock: () => clock.now });

const rotating = ({ served: { vault, clock } }: VaultContext) => {
  const { table, provider, keys: tenantKeys, audit } = vault;
  const around = { ...quiet, clock: () => clock.now, remainingMs: () => 900_000 };
  return async () => {
    const [keys, cards] = [table('keys'), table('cards')];
    const done = await rotateKeys({ ...around, keys, cards, tenantKeys, provider, audit });
    expect(done).toMatchObject({ failed: 0, cardsLeft: 0, finished: true });
  };
};

/**
 * An exercise of every route of the vault and every job. A row begins with its operation's name;
 * the rest of its name is the case.
 */
export const vaultExercises: Readonly<Record<string, VaultExercise>> = {
  'vault.list-api-keys': asking('vault.list-api-keys', ({ key }) => ({ key })),
  'vault.create-api-key': asking('vault.create-api-key', ({ key }) => ({
    key,
    body: { api_key: { description: 'checkout backend' } },
  })),
  'vault.create-api-key, by the operator': asking('vault.create-api-key', ({ round }) => ({
    headers: { 'api-key': vaultAdminKey },
    body: { api_key: { merchant_id: `newcomer_${round}` } },
  })),
  'vault.retrieve-api-key': asking('vault.retrieve-api-key', async (context) => ({
    key: context.key,
    params: { id: await anApiKey(context) },
  })),
  'vault.revoke-api-key': asking(
    'vault.revoke-api-key',
    async (context) => ({ key: context.key, params: { id: await anApiKey(context) } }),
    204,
  ),
  'vault.revoke-api-key, revoked before': asking(
    'vault.revoke-api-key',
    async (context) => {
      const request = { key: context.key, params: { id: await anApiKey(context) } };
      await context.aside.ask('vault.revoke-api-key', request);
      return request;
    },
    204,
  ),
  'vault.create-session-token': asking('vault.create-session-token', ({ key }) => ({
    key,
    body: { session_token: { scope: 'card', origin: 'https://shop.example' } },
  })),
  'vault.create-session-token, for one card': asking(
    'vault.create-session-token',
    async (context) => ({
      key: context.key,
      body: { session_token: { scope: 'show_card', card_token: await aCard(context) } },
    }),
  ),
  // In the second round it is written down already.
  'vault.create-session-token, with the master key': asking('vault.create-session-token', () => ({
    key: laptopMasterKey,
    body: { session_token: { scope: 'card' } },
  })),

  'vault.store-card': asking('vault.store-card', ({ key }) => ({ key, body: typedCard() })),
  'vault.store-card, without a code': asking('vault.store-card', ({ key }) => ({
    key,
    body: { card: withoutCode },
  })),
  'vault.store-card, with an idempotency key': asking('vault.store-card', ({ key, round }) => ({
    key,
    headers: { 'idempotency-key': `order-${round}` },
    body: typedCard(),
  })),
  'vault.store-card, once more with its idempotency key': asking(
    'vault.store-card',
    async ({ aside, key, round }) => {
      const headers = { 'idempotency-key': `order-${round}` };
      const request = { key, headers, body: typedCard() };
      await prepareRequest(aside, 'vault.store-card', request);
      return request;
    },
  ),
  'vault.store-card, first of a tenant': asking('vault.store-card', async (context) => ({
    key: await ofNewcomer(context),
    body: typedCard(),
  })),
  'vault.store-card, first of a quarter of an hour': asking('vault.store-card', (context) => {
    context.wait(quarterMs);
    return { key: context.key, body: typedCard() };
  }),
  'vault.retrieve-card': asking('vault.retrieve-card', (context) => ofCard(context, '737')),
  'vault.retrieve-card, that there is not': asking(
    'vault.retrieve-card',
    ({ key }) => ({ key, params: { card_token: 'ab'.repeat(16) } }),
    404,
  ),
  // Keys that are refused cost the same wherever they are shown.
  'vault.retrieve-card, with an unknown key': asking(
    'vault.retrieve-card',
    async (context) => ({
      ...(await ofCard(context)),
      key: `vk_${'x'.repeat(42)}${context.round}`,
    }),
    401,
  ),
  'vault.retrieve-card, with a revoked key': asking(
    'vault.retrieve-card',
    async (context) => {
      const { aside, key } = context;
      const body = { api_key: { description: 'stolen' } };
      const made = await prepareRequest(aside, 'vault.create-api-key', { key, body });
      await aside.ask('vault.revoke-api-key', { key, params: { id: made.id } });
      return { ...(await ofCard(context)), key: made.attributes.api_key };
    },
    401,
  ),
  'vault.list-cards': asking('vault.list-cards', ({ key }) => ({ key })),
  'vault.list-cards, the page behind a card': asking('vault.list-cards', async (context) => {
    // The newest of all, so that there is a whole page behind it.
    context.wait(1);
    const after = await aCard(context);
    return { key: context.key, query: { 'pagination[after]': after, 'pagination[limit]': '5' } };
  }),
  'vault.delete-card': asking('vault.delete-card', (context) => ofCard(context, '737')),
  'vault.delete-card, without a code': asking('vault.delete-card', (context) => ofCard(context)),
  'vault.authorize-card': asking('vault.authorize-card', (context) => ofCard(context, '737')),
  'vault.authorize-card, once more': asking('vault.authorize-card', (context) => ofCard(context)),

  'vault.capture-form': asking('vault.capture-form', async ({ aside }) => ({
    query: { session_token: await aSession(aside, { scope: 'card' }, tenant) },
  })),
  'vault.capture-card': async ({ aside, served }) => {
    const token = await aSession(aside, { scope: 'card' }, tenant);
    return async () => expect(await typeCard(served, token)).toMatchObject({ status: 200 });
  },
  'vault.capture-card, first of a tenant': async ({ aside, served, round }) => {
    const token = await aSession(aside, { scope: 'card' }, `newcomer_${round}`);
    return async () => expect(await typeCard(served, token)).toMatchObject({ status: 200 });
  },
  'vault.show-card': asking('vault.show-card', async (context) => ({
    query: await ofSession(context, 'show_card'),
  })),
  'vault.show-card, first use in a day': asking('vault.show-card', async (context) => {
    const card_token = await aCard(context);
    context.wait(dayMs);
    const scope = { scope: 'show_card', card_token };
    return { query: { card_token, session_token: await aSession(context.aside, scope, tenant) } };
  }),
  'vault.show-card, with a token that was used': asking(
    'vault.show-card',
    async (context) => {
      const query = await ofSession(context, 'show_card');
      await context.aside.ask('vault.show-card', { query });
      return { query };
    },
    401,
  ),
  'vault.show-cvc-page': asking('vault.show-cvc-page', async (context) => ({
    query: await ofSession(context, 'show_service_code', '737'),
  })),
  'vault.take-cvc': asking('vault.take-cvc', async (context) => {
    const { card_token, session_token } = await ofSession(context, 'show_service_code', '737');
    return { headers: { authorization: `Bearer ${session_token}` }, body: { card_token } };
  }),
  'vault.asset': asking('vault.asset', () => ({ params: { file: pages.frame.file } })),
  'vault.embed-script': asking('vault.embed-script', () => ({})),

  'vault.send-card': asking('vault.send-card', sending(number, { body: 'ok' })),
  'vault.send-card, with its code': asking(
    'vault.send-card',
    sending(numberAndCode, { body: 'ok' }, '737'),
  ),
  'vault.send-card, with its code that is kept': asking(
    'vault.send-card',
    sending(numberAndCode, { status: 503 }, '737'),
    503,
  ),
  'vault.send-card, first use in a day': asking('vault.send-card', async (context) => {
    const request = await sending(number, { body: 'ok' })(context);
    context.wait(dayMs);
    return request;
  }),
  'vault.send-card, to a place that is not allowed': asking(
    'vault.send-card',
    async (context) => ({
      ...(await ofCard(context)),
      text: number,
      query: { method: 'post', url: 'https://elsewhere.example/' },
    }),
    403,
  ),
  // All that a tenant has allowed is read for each card.
  'vault.send-card, to one of a hundred places': asking('vault.send-card', async (context) => {
    for (let more = 1; context.round === 1 && more < 99; more++) await aDestination(context);
    return sending(number, { body: 'ok' })(context);
  }),
  'vault.capture-cards': asking('vault.capture-cards', capturing(1)),
  'vault.capture-cards, ten of them': asking('vault.capture-cards', capturing(10)),
  'vault.list-destinations': asking('vault.list-destinations', ({ key }) => ({ key })),
  'vault.create-destination': asking('vault.create-destination', ({ key }) => ({
    key,
    body: allowedPlace,
  })),
  'vault.delete-destination': asking(
    'vault.delete-destination',
    async (context) => ({ key: context.key, params: { id: await aDestination(context) } }),
    204,
  ),
  'vault.list-tokenization-profiles': asking('vault.list-tokenization-profiles', ({ key }) => ({
    key,
  })),
  'vault.create-tokenization-profile': asking(
    'vault.create-tokenization-profile',
    ({ key, round }) => ({ key, body: aProfile(`profile-${round}`) }),
  ),
  'vault.retrieve-tokenization-profile': asking('vault.retrieve-tokenization-profile', ofProfile),
  'vault.update-tokenization-profile': asking(
    'vault.update-tokenization-profile',
    async (context) => ({
      ...(await ofProfile(context)),
      body: aProfile(`profile-${context.round}`),
    }),
  ),
  'vault.update-tokenization-profile, with a new name': asking(
    'vault.update-tokenization-profile',
    async (context) => ({
      ...(await ofProfile(context)),
      body: aProfile(`renamed-${context.round}`),
    }),
  ),
  'vault.delete-tokenization-profile': asking('vault.delete-tokenization-profile', ofProfile, 204),

  'jobs.sweep': (context) => readyToSweep(context, 0),
  // An hour is the time of a code; with it ends the quarter of an hour of no key.
  'jobs.sweep, of a code that has expired': async (context) => {
    await readyToSweep(context, 2 * dayMs);
    await aCard(context, '737');
    return readyToSweep(context, dayMs / 2);
  },
  'jobs.sweep, of the key of a quarter of an hour': async (context) => {
    await readyToSweep(context, 2 * dayMs);
    await context.aside.vault.keys.current(tenant, 'cvc', context.aside.clock.now);
    return readyToSweep(context, 2 * dayMs);
  },
  'jobs.sweep, of a card that nobody used': async (context) => {
    const { vault } = context.aside;
    await vault.cards.store({ ...accountOf(context.aside), retainSeconds: 60 }, cardOf());
    return readyToSweep(context, minuteMs);
  },
  'jobs.seal-audit': async (context) => {
    await sealing(context.aside)();
    context.wait(minuteMs);
    return sealing(context.served);
  },
  'jobs.rotate-keys': async (context) => rotating(context),
  'jobs.rotate-keys, of another tenant too': async (context) => {
    const { vault } = context.aside;
    await vault.cards.store(accountOf(context.aside, 'another'), cardOf());
    return rotating(context);
  },
};
