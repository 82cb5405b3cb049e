import * as v from 'valibot';
import { sha256 } from '#platform/table/shared-keys.ts';
import { cvcKey } from '#vault/cvc/cvc-store.ts';
import type { BenchRequest, Earlier, MeasuredOperation } from './measured-operations.ts';
import { ownProcessorPath } from './stubs.ts';
import { type BenchTargets, withoutOutput } from './targets.ts';
import { numberOf, openVaultTenant, serverAddress, type VaultTenant } from './vault-tenant.ts';

/** A card with every optional field. */
const card = {
  card_number: '4242424242424242',
  cardholder_name: 'Test Payer',
  service_code: '314',
  expiration_month: '12',
  expiration_year: '2039',
};

/** A request of a tenant's server. */
const byServer = (tenant: VaultTenant, token: string) => ({
  apiKey: tenant.keyFor(token).value,
  sourceIp: serverAddress,
});

const storeCard = (tenant: VaultTenant): BenchRequest => ({
  bundle: 'vault/store-card',
  request: (token) => ({ method: 'POST', ...byServer(tenant, token), body: { card } }),
});

const createSessionToken = (tenant: VaultTenant, scope: 'card' | 'show_card'): BenchRequest => ({
  bundle: 'vault/create-session-token',
  request: (token, _, earlier) => ({
    method: 'POST',
    ...byServer(tenant, token),
    body: {
      session_token: { scope, ...(scope !== 'card' && { card_token: cardTokenOf(earlier) }) },
    },
  }),
});

const captureCard: BenchRequest = {
  bundle: 'vault/capture-card',
  request: (token, _, earlier) => ({
    method: 'POST',
    sourceIp: browserOf(token),
    headers: { authorization: `Bearer ${sessionTokenOf(earlier)}` },
    query: { service_code: 'required', cardholder_name: 'required' },
    body: { card },
  }),
};

const showCard: BenchRequest = {
  bundle: 'vault/show-card',
  request: (token, _, earlier) => ({
    method: 'GET',
    sourceIp: browserOf(token),
    query: { card_token: cardTokenOf(earlier), session_token: sessionTokenOf(earlier) },
  }),
};

const CardAnswer = v.object({ data: v.object({ id: v.string() }) });
const TokenAnswer = v.object({
  data: v.object({ attributes: v.object({ session_token: v.string() }) }),
});

/** The token of the card stored before. */
const cardTokenOf = (earlier: Earlier): string =>
  v.parse(CardAnswer, earlier.get('vault/store-card')).data.id;

/** The session token made before. */
const sessionTokenOf = (earlier: Earlier): string =>
  v.parse(TokenAnswer, earlier.get('vault/create-session-token')).data.attributes.session_token;

/** The key under which the session token is stored. */
const sessionHashOf = (earlier: Earlier) => sha256(sessionTokenOf(earlier)).toString('hex');

/**
 * Pages are rate-limited by IP address, so every customer has an address of the benchmark network.
 */
function browserOf(token: string): string {
  const number = numberOf(token);
  return `198.18.${number >> 8}.${number & 0xff}`;
}

/** The vault counts requests of a key in windows of this length, in ms. */
const rateWindowMs = 2_000;

/**
 * The vault's operations, each with the requests that must precede it, in the order of measurement.
 * The names of tenant key, card, session token and customer differ from request to request. A
 * script replaces them to turn the calls of one request into those of another.
 */
export async function vaultOperations(
  targets: BenchTargets,
  tenant: VaultTenant,
): Promise<readonly MeasuredOperation[]> {
  const hoarder = await openHoarder(targets);
  const url = await openDestination(targets, tenant);
  const codesTable = targets.environment('vault/send-card').VAULT_CODES_TABLE ?? '';

  const keyNames = (of: VaultTenant, token: string) => {
    const { id } = of.keyFor(token);
    return [`${id}#${Math.floor(Date.now() / rateWindowMs)}`, id];
  };
  const stores = storeCard(tenant);
  const sends: BenchRequest = {
    bundle: 'vault/send-card',
    request: (token, _, earlier) => ({
      method: 'POST',
      ...byServer(tenant, token),
      params: { card_token: cardTokenOf(earlier) },
      query: { method: 'post', url },
      body: {
        amount: 6_540,
        number: '%CARD_NUMBER%',
        month: '%EXPIRATION_MM%',
        year: '%EXPIRATION_YYYY%',
        code: '%SERVICE_CODE%',
      },
    }),
  };

  return [
    {
      name: 'vault.store-card',
      ...stores,
      names: async (token) => keyNames(tenant, token),
      aimMs: { p50: 25, p99: 120 },
    },
    {
      name: 'vault.retrieve-card',
      bundle: 'vault/retrieve-card',
      after: [stores],
      request: (token, _, earlier) => ({
        method: 'GET',
        ...byServer(tenant, token),
        params: { card_token: cardTokenOf(earlier) },
      }),
      names: async (token, earlier) => [...keyNames(tenant, token), cardTokenOf(earlier)],
      aimMs: { p50: 10, p99: 60 },
    },
    {
      name: 'vault.list-cards, ten of 25',
      bundle: 'vault/list-cards',
      request: (token) => ({
        method: 'GET',
        ...byServer(hoarder, token),
        query: { 'pagination[limit]': '10' },
      }),
      names: async (token) => keyNames(hoarder, token),
    },
    {
      name: 'vault.create-session-token',
      ...createSessionToken(tenant, 'card'),
      names: async (token) => keyNames(tenant, token),
    },
    {
      name: 'vault.capture-card',
      after: [createSessionToken(tenant, 'card')],
      ...captureCard,
      names: async (token, earlier) => [
        sessionHashOf(earlier),
        tenant.keyFor(token).id,
        browserOf(token),
      ],
      aimMs: { p50: 25, p99: 120 },
    },
    {
      name: 'vault.show-card',
      after: [stores, createSessionToken(tenant, 'show_card')],
      ...showCard,
      names: async (token, earlier) => [
        sessionHashOf(earlier),
        tenant.keyFor(token).id,
        browserOf(token),
        cardTokenOf(earlier),
      ],
      aimMs: { p50: 12, p99: 70 },
    },
    {
      name: 'vault.send-card, with its code',
      after: [stores],
      ...sends,
      names: async (token, earlier) => [
        ...keyNames(tenant, token),
        cardTokenOf(earlier),
        await codeIdOf(targets, codesTable, cvcKey(tenant.id, cardTokenOf(earlier))),
      ],
      aimMs: { p50: 20, p99: 100 },
    },
  ];
}

/** A tenant with more cards than a page holds, to which no measurement adds cards. */
async function openHoarder(targets: BenchTargets): Promise<VaultTenant> {
  const hoarder = await openVaultTenant(targets, 'mer_hoarder');
  const stores = storeCard(hoarder);
  await withoutOutput(async () => {
    for (let card = 0; card < 25; card++) {
      const asked = stores.request(`hoarded_${card}`, targets.merchant, new Map());
      await targets.live(stores.bundle).answer(asked);
    }
  });
  return hoarder;
}

/**
 * Allows the tenant's cards to be sent to the processor among the stand-ins. Returns its address.
 */
async function openDestination(
  { live, stubs }: BenchTargets,
  tenant: VaultTenant,
): Promise<string> {
  const url = new URL(`${ownProcessorPath}/charges`, stubs.url);
  const destination = {
    scheme: 'http',
    host: url.hostname,
    port: Number(url.port),
    path_prefix: ownProcessorPath,
    methods: ['post'],
  };
  const asked = { method: 'POST', ...byServer(tenant, 'destination') } as const;
  await withoutOutput(() =>
    live('vault/create-destination').answer({ ...asked, body: { destination } }),
  );
  return url.href;
}

const CodeFound = v.object({ Item: v.object({ cvcId: v.object({ S: v.string() }) }) });

/** The id of a stored service code in the audit trail; no route returns it. */
async function codeIdOf(
  { database }: BenchTargets,
  table: string,
  { pk, sk }: { readonly pk: string; readonly sk: string },
): Promise<string> {
  const found = await database('DynamoDB_20120810.GetItem', {
    TableName: table,
    Key: { pk: { S: pk }, sk: { S: sk } },
    ConsistentRead: true,
  });
  return v.parse(CodeFound, found).Item.cvcId.S;
}
