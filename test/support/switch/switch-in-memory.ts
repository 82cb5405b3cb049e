import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';
import { aboutNamed } from '#connectors/abouts.ts';
import { circuitBreaker } from '#connectors/circuit-breaker.ts';
import { httpConnectors, type SendContext } from '#connectors/connectors.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { tableAccessTokens } from '#connectors/table-access-tokens.ts';
import {
  configurationStore,
  hasProfile,
  isOpenAccount,
} from '#merchants/accounts/configuration-store.ts';
import { publishableKeyOwner } from '#merchants/accounts/publishable-key-owner.ts';
import { apiKeyStore } from '#merchants/api-keys/api-key-store.ts';
import { ephemeralKeyStore } from '#merchants/ephemeral-keys/ephemeral-key-store.ts';
import { organizationStore } from '#merchants/organizations/organization-store.ts';
import { cachedCardRanges } from '#operator/card-bins/cached-card-ranges.ts';
import { cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { cardIssuerStore } from '#operator/card-issuers/card-issuer-store.ts';
import { exchangeRateStore } from '#operator/forex/exchange-rate-store.ts';
import { cachedGsmRules, gsmStore } from '#operator/gsm/gsm-store.ts';
import { withUnifiedErrors } from '#operator/gsm/unified-errors.ts';
import { checkParts, checkTable } from '#operator/health/readiness.ts';
import { adminKeyFrom } from '#platform/http/callers/admin-key.ts';
import { authenticator } from '#platform/http/callers/authenticate.ts';
import { merchantRate } from '#platform/http/callers/merchant-rate.ts';
import { lambdaOver } from '#platform/http/edge/lambda.ts';
import { switchPolicy } from '#platform/http/edge/switch-policy.ts';
import type { Send } from '#platform/http/egress/egress.ts';
import type { Operation } from '#platform/http/operation/operation.ts';
import { randomText } from '#platform/ids.ts';
import { listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { logTo } from '#platform/log.ts';
import type { MetricName } from '#platform/metrics.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { connectorIds } from '#platform/table/connector-ids.ts';
import type { Item, TablePort } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { tableLedger } from '#sandbox/ledger-store.ts';
import { tablePayoutLedger } from '#sandbox/payout-ledger-store.ts';
import { tableStripeAnswers } from '#sandbox/stripe/idempotency.ts';
import { tableStripeObjects } from '#sandbox/stripe/objects.ts';
import { authenticationStore } from '#switch/authentications/authentication-store.ts';
import { eligibilityCheckStore } from '#switch/authentications/eligibility-check-store.ts';
import { blocklistJobStore } from '#switch/blocklist/blocklist-job-store.ts';
import { blocklistStore } from '#switch/blocklist/blocklist-store.ts';
import { screeningStore } from '#switch/blocklist/screening-store.ts';
import { cardFormBudget } from '#switch/checkout/card-form-budget.ts';
import { collectLinkStore } from '#switch/collect-links/collect-link-store.ts';
import { customerStore } from '#switch/customers/customer-store.ts';
import { disputeStore } from '#switch/disputes/dispute-store.ts';
import { fileRecords } from '#switch/files/file-records.ts';
import { askingBudget } from '#switch/incoming-webhooks/asking-budget.ts';
import { mandateStore } from '#switch/mandates/mandate-store.ts';
import { paymentLinkStore } from '#switch/payment-links/payment-link-store.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { proofStore } from '#switch/payments/authentication/proof-store.ts';
import { paymentStore } from '#switch/payments/payment-store.ts';
import { syncTurns } from '#switch/payments/redirect/sync-turns.ts';
import { appleSessions } from '#switch/payments/wallet-sessions/apple-session.ts';
import { payoutStore } from '#switch/payouts/payout-store.ts';
import { pollStore } from '#switch/polls/poll-store.ts';
import type { RefundLimits } from '#switch/refunds/check-refund.ts';
import { refundStore } from '#switch/refunds/refund-store.ts';
import { relayStore } from '#switch/relays/relay-store.ts';
import { algorithmStore } from '#switch/routing/algorithm-store.ts';
import { scoresStore } from '#switch/routing/dynamic/scores-store.ts';
import { sessionTokens } from '#vault/credentials/session-tokens.ts';
import { cardForms } from '#vault/switch/card-forms.ts';
import { checkVault } from '#vault/switch/check-vault.ts';
import { failingReceivers } from '#webhooks/delivery/failing-receivers.ts';
import { eventRetryStore } from '#webhooks/events/event-retry-store.ts';
import { eventStore } from '#webhooks/events/event-store.ts';
import {
  checkoutScript,
  mountScript,
  payeeScript,
  statusScript,
} from '../browser/built-checkout.ts';
import { marks } from '../browser/built-marks.ts';
import { addressesWith } from '../processors/an-exchange.ts';
import { sandboxProcessor, sandboxUrl } from '../processors/sandbox-processor.ts';
import { grantedPort } from '../table/granted-port.ts';
import { memoryFiles } from '../table/memory-files.ts';
import { memoryKeys } from '../table/memory-keys.ts';
import { memoryPort } from '../table/memory-table.ts';
import { type AVault, aVault } from '../vault/a-vault.ts';
import { implementationOf } from './implementations.ts';

export const adminKey = 'test_admin';

/** A request as API Gateway hands it to a function, as far as a test cares. */
export interface Ask {
  /** `HEAD` where the operation answers it too; its own method without it. */
  readonly method?: 'HEAD' | undefined;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form, instead of `body`: texts, and files. */
  readonly form?: Readonly<Record<string, string | Blob>> | undefined;
  /** Sent as it is, instead of `body`. */
  readonly text?: string | undefined;
  readonly base64?: boolean | undefined;
  /** Sent as they are, instead of `text`. */
  readonly bytes?: Uint8Array | undefined;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of the invocation; another one each time unless said otherwise. */
  readonly invocation?: string | undefined;
  /** The context of an authorizer that let the request in. */
  readonly authorizer?: object | undefined;
  /** The IP address that the request comes from; 192.0.2.7 unless stated. */
  readonly sourceIp?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Unpacked, as a client reads it. */
  readonly text: string;
  /** How many bytes the body has on its way, where a function gave it. */
  readonly sentBytes?: number;
  /** The JSON of the answer; undefined when it is none. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export type Container = ReturnType<typeof container>;

/** Things that outlive a container: merchants' keys, the time, the log, the processor. */
export interface SwitchDependencies {
  /** The bytes of files that were uploaded; without it, none at first. */
  readonly files?: ReturnType<typeof memoryFiles>;
  readonly keys: ReturnType<typeof memoryKeys>;
  readonly clock: { now: Date };
  readonly logged: string[];
  readonly processor: ReturnType<typeof sandboxProcessor>;
  /** Where the cards are. */
  readonly vault: AVault;
  /** Stands between the switch and the processor. */
  send: Send;
  /** Whether the deployment moves real money; it does not without it. */
  readonly isProduction?: boolean;
  /** How often and how long payments may be refunded; as by default without it. */
  readonly refundLimits?: RefundLimits;
  /** A merchant's server; without one it answers 200 to everything. */
  readonly receiver?: Send;
  /** The adapters for processors' webhooks; without it, our own. */
  readonly connectorNamed?: typeof connectorNamed;
  /** The features of the connectors; without it, those of ours. */
  readonly aboutNamed?: typeof aboutNamed;
  /** The adapters that are asked, their features, and the checks before their requests. */
  readonly adapters?: Pick<
    SendContext,
    'connectorNamed' | 'aboutNamed' | 'prepareConnection' | 'breaker'
  >;
  /** How many requests a second a payer's device may send; without it, any number. */
  readonly payerPerSecond?: number;
  /** Milliseconds until the function is stopped; without it as many as at its start. */
  readonly remainingMs?: () => number;
  /** How the time passes for which a processor wants to be left alone; without it, it really does. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

export function switchDependencies(): SwitchDependencies {
  const processor = sandboxProcessor();
  processor.clock.now = new Date();
  return {
    keys: memoryKeys(),
    clock: { now: new Date() },
    logged: [],
    processor,
    vault: aVault(),
    files: memoryFiles(),
    send: processor.send,
  };
}

/**
 * Every operation as in one warm container over this port: keys are remembered and configuration is
 * kept for as long as the clock stands still.
 */
export function container(port: TablePort, dependencies: SwitchDependencies) {
  const grants = grantedPort(port);
  const table = tableOver(grants.port);
  const log = logTo((line) => dependencies.logged.push(line));
  const rules = gsmStore(table);
  const keptRules = cachedGsmRules(rules, () => dependencies.clock.now.getTime());
  const shards = cachedShards(table, () => dependencies.clock.now.getTime());
  const secrets = merchantSecrets(dependencies.keys);
  // Time passes for all who wait at once, when all others have come to a stop.
  const wait =
    dependencies.pause ??
    (async (ms: number) => {
      const until = dependencies.clock.now.getTime() + ms;
      for (let turn = 0; turn < 100; turn += 1) await setImmediate();
      dependencies.clock.now = new Date(Math.max(until, dependencies.clock.now.getTime()));
    });
  const { isProduction = false } = dependencies;
  const clock = () => dependencies.clock.now;
  const accessTokens = tableAccessTokens({ table, secrets, clock, log, wait });
  const breaker = circuitBreaker({
    table,
    log,
    clock: () => clock().getTime(),
    mostWaiting: 500,
    random: () => 0.5,
  });
  const configurations = configurationStore(table, () => dependencies.clock.now.getTime());
  const retries = eventRetryStore(table, clock);
  const services = {
    algorithms: algorithmStore(table),
    rules,
    keptRules,
    polls: pollStore(table),
    relays: relayStore(table),
    authentications: authenticationStore(table),
    proofs: proofStore(table),
    eligibilityChecks: eligibilityCheckStore(table),
    configurations,
    keys: dependencies.keys,
    secrets,
    apiKeys: apiKeyStore(table),
    organizations: organizationStore(table),
    customers: customerStore(table),
    shards,
    lists: listsOver(table, shards),
    ephemeralKeys: ephemeralKeyStore(table),
    blocklist: blocklistStore(table),
    blocklistJobs: blocklistJobStore(table),
    mandates: mandateStore(table),
    connectorIds: connectorIds(table),
    scores: scoresStore(table, { clock: () => dependencies.clock.now.getTime(), log }),
    screening: screeningStore(table),
    cardBins: cardBinStore(table),
    cardIssuers: cardIssuerStore(table),
    exchangeRates: exchangeRateStore(table),
    cardRanges: cachedCardRanges(cardBinStore(table), {
      clock: () => dependencies.clock.now.getTime(),
      log,
    }),
    payments: paymentStore(table),
    paymentLinks: paymentLinkStore(table),
    collectLinks: collectLinkStore(table),
    vault: dependencies.vault.cards,
    readiness: () =>
      checkParts(
        {
          database: () => checkTable(table),
          queue: async () => {},
          vault: () => checkVault(dependencies.vault),
        },
        log,
      ),
    scripts: { checkoutScript, statusScript, payeeScript },
    mountScript,
    marks,
    cardFormBudget: cardFormBudget(table),
    ownerOf: (key: string) => publishableKeyOwner(table, key),
    cardForms: cardForms({
      tokens: sessionTokens(() => dependencies.vault.table('credentials')),
      audit: dependencies.vault.audit,
      url: () => 'https://vault.test',
    }),
    codes: dependencies.vault.codes,
    paymentMethods: paymentMethodStore(table),
    refunds: refundStore(table),
    disputes: disputeStore(table),
    fileRecords: fileRecords(table),
    files: dependencies.files ?? memoryFiles(),
    limits: dependencies.refundLimits ?? { most: 10, days: 365 },
    table,
    events: eventStore(table),
    retries,
    failingReceivers: failingReceivers({ table, configurations, retries, clock }),
    payouts: payoutStore(table),
    ledger: tableLedger(table),
    payoutLedger: tablePayoutLedger(table),
    objects: tableStripeObjects(table),
    answers: tableStripeAnswers(table),
    notifications: { send: async () => {} },
    pause: async () => {},
    syncTurns: syncTurns(table),
    askingBudget: askingBudget(table),
    wait,
    environment: 'snd',
    testConnectors: true,
    isProduction,
    sandboxUrl,
    connectors: (request: { remainingMs(): number; readonly requestId: string }) =>
      withUnifiedErrors(
        httpConnectors({
          ...request,
          breaker,
          ...dependencies.adapters,
          send: (...sent) => dependencies.send(...sent),
          log,
          addresses: { ...addressesWith(sandboxUrl), isProduction },
          ...(dependencies.connectorNamed && { connectorNamed: dependencies.connectorNamed }),
          accessTokens,
          ...(dependencies.pause && { pause: dependencies.pause }),
        }),
        { rules: keptRules, log },
      ),
    openAppleSession: appleSessions((...sent) => dependencies.send(...sent)),
    random: () => 0.5,
    connectorNamed: dependencies.connectorNamed ?? connectorNamed,
    aboutNamed: dependencies.aboutNamed ?? aboutNamed,
    log,
    metric: (name: MetricName) => {
      dependencies.logged.push(`metric ${name}`);
    },
    clock: () => dependencies.clock.now,
    switchUrl: 'https://switch.test',
    send: dependencies.receiver ?? takesAll,
    loopback: false,
  };
  const edge = {
    authenticator: authenticator(
      () => table,
      adminKeyFrom(async () => adminKey),
      'snd',
      { isOpenAccount, hasProfile },
    ),
    table: () => table,
    log,
    clock: () => dependencies.clock.now,
    ...(dependencies.payerPerSecond !== undefined && {
      admitPayer: merchantRate(() => table, dependencies.payerPerSecond, {
        merchants: false,
        log,
      }),
    }),
  };
  const { remainingMs = () => 28_000 } = dependencies;
  const context = { getRemainingTimeInMillis: remainingMs } as Context; // All that we use of it.
  const handlers = new Map<string, ReturnType<typeof lambdaOver>>();
  /** A handler is made for its first request: most tests ask a few of two hundred. */
  const handlerOf = (name: string) => {
    const made = handlers.get(name);
    if (made) return made;
    const handler = lambdaOver(
      switchPolicy,
      implementationOf(name),
      () => services,
      () => edge,
    );
    handlers.set(name, handler);
    return handler;
  };

  return {
    services,
    /** Asks an operation by its name, as a client does. */
    async ask(name: string, request: Ask = {}): Promise<Answer> {
      const { operation } = implementationOf(name);
      const event = eventOf(operation, {
        invocation: randomText(16),
        ...(await withForm(request)),
      });
      const result = await grants.as(operation, () => handlerOf(name)(event, context));
      const { statusCode = 200, headers = {}, body: sent = '' } = result;
      const bytes = Buffer.from(sent, result.isBase64Encoded ? 'base64' : 'utf8');
      const text = textOf(result, bytes);
      return {
        status: statusCode,
        headers: Object.fromEntries(
          Object.entries(headers).map(([header, value]) => [header, String(value)]),
        ),
        text,
        sentBytes: bytes.length,
        body:
          text !== '' && headers['content-type'] === 'application/json'
            ? JSON.parse(text)
            : undefined,
      };
    },
  };
}

function textOf(
  { headers, isBase64Encoded }: APIGatewayProxyStructuredResultV2,
  bytes: Buffer,
): string {
  if (headers?.['content-encoding'] === 'gzip') return gunzipSync(bytes).toString('utf8');
  // Bytes are shown as text, a character each.
  return bytes.toString(isBase64Encoded ? 'latin1' : 'utf8');
}

/** The same request with its form as bytes, the way a browser sends it. */
async function withForm({ form, ...request }: Ask): Promise<Ask> {
  if (!form) return request;
  const data = new FormData();
  for (const [name, part] of Object.entries(form)) data.append(name, part);
  const sent = new Response(data);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '', ...request.headers };
  return { ...request, headers, bytes: new Uint8Array(await sent.arrayBuffer()) };
}

const takesAll: Send = async () => ({
  kind: 'answered',
  response: { status: 200, headers: {}, body: '' },
});

/** A request as API Gateway hands it over, in its payload format 2.0. */
export function eventOf(
  { method: own, path }: Pick<Operation, 'method' | 'path'>,
  request: Ask,
): APIGatewayProxyEventV2 {
  const { params = {}, query, body, key, base64 = false, sourceIp = '192.0.2.7' } = request;
  const { method = own } = request;
  const text = request.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const rawPath = path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'api-key': key }),
      ...request.headers,
    },
    ...(Object.keys(params).length > 0 && { pathParameters: { ...params } }),
    ...(query && { queryStringParameters: { ...query } }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'switch.test',
      domainPrefix: 'switch',
      http: {
        method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp,
        userAgent: 'test',
      },
      requestId: request.invocation ?? 'req_test',
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: '01/Jan/2026:00:00:00 +0000',
      timeEpoch: 1_767_225_600_000,
      ...(request.authorizer && { authorizer: request.authorizer }),
    },
    ...(text !== undefined && { body: base64 ? Buffer.from(text).toString('base64') : text }),
    ...(request.bytes && { body: Buffer.from(request.bytes).toString('base64') }),
    isBase64Encoded: base64 || request.bytes !== undefined,
  };
}

/** A switch with nothing in it, or with the items of another one. */
export function switchInMemory(items: readonly Item[] = [], dependencies = switchDependencies()) {
  const port = memoryPort(items);
  return { port, dependencies, ...container(port, dependencies) };
}

export interface Merchant {
  readonly id: string;
  readonly key: string;
  readonly publishableKey: string;
  readonly profileId: string;
}

/** Takes on a merchant with a key, a profile and a connector, the way an operator does it. */
export async function aMerchant(
  { ask }: Container,
  id = 'merchant_example',
  account: object = {},
  connector: object = testAccount(id),
): Promise<Merchant> {
  const byAdmin = async (name: string, request: Ask) => {
    const { status, body } = await ask(name, { key: adminKey, ...request });
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body;
  };
  const created = await byAdmin('accounts.create', { body: { merchant_id: id, ...account } });
  const { api_key: key } = await byAdmin('api-keys.create', {
    params: { merchant_id: id },
    body: { name: 'Till backend' },
  });
  await byAdmin('connector-accounts.create', {
    params: { account_id: id },
    body: { connector_type: 'payment_processor', ...connector },
  });
  return {
    id,
    key,
    publishableKey: created.publishable_key,
    profileId: created.default_profile,
  };
}

/** An account at the test processor, by whose key its books are told apart. */
const testAccount = (merchantId: string) => ({
  connector_name: 'stripe_test',
  connector_account_details: { auth_type: 'HeaderKey', api_key: `key of ${merchantId}` },
  payment_methods_enabled: [
    {
      payment_method: 'card',
      payment_method_types: [{ payment_method_type: 'credit' }, { payment_method_type: 'debit' }],
    },
  ],
});

/** Registers webhooks of an account at its processor, as its merchant enters them. */
export const registeredWebhooks = {
  connector_webhook_details: { merchant_secret: 'whsec_example' },
};

/** The same account, where the processor also sends webhooks that repeat its answers. */
export const testAccountWithWebhooks = (merchantId: string) => ({
  ...testAccount(merchantId),
  ...registeredWebhooks,
});

/** A payment as an ordinary shop asks for one, with all that such a shop knows; change what matters. */
export const aPaymentRequest = (changes: object = {}) => ({
  amount: 6_540,
  currency: 'USD',
  capture_method: 'automatic',
  authentication_type: 'no_three_ds',
  description: 'Order 10017: two pairs of shoes',
  return_url: 'https://shop.example/return?order=10017',
  email: 'joseph.doe@example.com',
  name: 'Joseph Doe',
  phone: '8056594427',
  phone_country_code: '+1',
  statement_descriptor_name: 'Shoes',
  statement_descriptor_suffix: 'Example',
  billing: anAddress,
  shipping: anAddress,
  order_details: [{ product_name: 'Shoes', quantity: 2, amount: 3_270 }],
  metadata: { order_id: '10017', channel: 'web', campaign: 'autumn' },
  browser_info: {
    user_agent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0',
    accept_header: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8',
    language: 'en-US',
    color_depth: 24,
    screen_height: 1_080,
    screen_width: 1_920,
    time_zone: -120,
    java_enabled: false,
    java_script_enabled: true,
    ip_address: '192.0.2.7',
  },
  ...changes,
});

const anAddress = {
  address: {
    line1: '1467',
    line2: 'Harrison Street',
    line3: 'Harrison Street',
    city: 'San Francisco',
    state: 'California',
    zip: '94122',
    country: 'US',
    first_name: 'Joseph',
    last_name: 'Doe',
  },
  phone: { number: '8056594427', country_code: '+1' },
  email: 'joseph.doe@example.com',
};
