import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import fc from 'fast-check';
import { foreignApi } from '#platform/http/edge/foreign-api.ts';
import { notFoundHandler } from '#platform/http/edge/not-found.ts';
import { isKeyless, type Operation } from '#platform/http/operation/operation.ts';
import { logTo } from '#platform/log.ts';
import { serveStripe, stripeFailure } from '#sandbox/stripe/serve.ts';
import { vaultNotFoundHandler } from '#vault/http/not-found.ts';
import type { VaultOperation } from '#vault/http/vault-operation.ts';
import { vaultOperations } from '#vault/operations.ts';
import { operations, sandboxOperations } from '../../../shared/operations.ts';
import { all, type Played, withoutClientSecret } from '../../scenarios/played.ts';
import {
  disputeWebhook,
  paymentWebhook,
  refundWebhook,
} from '../../support/processors/processor-webhooks.ts';
import {
  anyPath,
  anySegment,
  bodyLike,
  headersLike,
  type StrangersRequest,
  strangersRequest,
} from '../../support/requests/strangers-requests.ts';
import { type Answer, type Ask, eventOf } from '../../support/switch/switch-in-memory.ts';
import { anyContext } from '../../support/vault/a-vault-event.ts';
import { textOf } from '../vectors/recorded-processor.ts';
import { readVectorFiles } from '../vectors/vector-file.ts';
import {
  accountAt,
  type Place,
  type Secrets,
  type StrangersGround,
  webhookSenders,
} from './ground.ts';

export interface SentRequest extends StrangersRequest {
  readonly params?: Readonly<Record<string, string>>;
  /** The method and the path where the address has more than one. */
  readonly to?: { readonly method: string; readonly path: string };
  readonly credential: Credential;
  /** The time since the request before it. */
  readonly secondsLater: number;
}

/** Where strangers send requests. */
export interface Address {
  readonly name: string;
  readonly service: 'switch' | 'vault' | "Stripe's API";
  /** Whether no request without a valid key succeeds. */
  readonly isKeyed: boolean;
  /** The operation whose scenario strangers find there. */
  readonly place: { readonly name: string };
  /** So many times as many requests as to others. */
  readonly weight: number;
  requests(played: Played): fc.Arbitrary<SentRequest>;
  ask(ground: StrangersGround, request: SentRequest): Promise<Answer>;
}

/** The credentials that strangers show. */
const credentials = {
  none: () => ({}),
  empty: () => ({ key: ' ' }),
  malformed: () => ({ key: '../../pk_snd' }),
  wrong: () => ({ key: `snd_${'a1B2'.repeat(16)}` }),
  revoked: ({ revokedKey: key }) => ({ key }),
  expired: ({ expiredKey: key }) => ({ key }),
  publishable: ({ publishableKey: key }) => ({ key }),
  "another payment's": ({ publishableKey: key, otherClientSecret }) => ({
    key,
    clientSecret: otherClientSecret,
  }),
  ephemeral: () => ({ key: `epk_${'0123456789abcdef'.repeat(2)}` }),
  "the vault's": () => ({ key: `vk_${'A'.repeat(43)}`, token: `stk_${'A'.repeat(43)}` }),
  'expired token': ({ expiredVaultToken: token }) => ({ token }),
} satisfies Readonly<Record<string, (secrets: Secrets) => Shown>>;
type Credential = keyof typeof credentials;

interface Shown {
  readonly key?: string;
  readonly clientSecret?: string;
  readonly token?: string;
}

const shownBy = (credential: Credential, { secrets }: Place): Shown =>
  credentials[credential](secrets);

const anyCredential: fc.Arbitrary<Credential> = fc.constantFrom(
  ...(Object.keys(credentials) as Credential[]), // The names of its own members.
);

const secondsLater = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 }));

const paramsLike = (example: Readonly<Record<string, string>> = {}, weight = 3) =>
  fc.record(
    Object.fromEntries(
      Object.entries(example).map(([name, known]) => [
        name,
        fc.oneof({ weight, arbitrary: fc.constant(known) }, anySegment),
      ]),
    ),
  );

/** Whether only the payer knows the address of the page, which decides for its payer. */
const isSecretAddress = ({ name }: { readonly name: string }) => name === 'sandbox.complete';

const toOperation = (
  operation: Operation | VaultOperation,
  known: Pick<Ask, 'params' | 'query' | 'body'>,
) => {
  const { method, auth } = operation;
  const hasHead = method === 'GET' && isKeyless(operation);
  return fc
    .record({
      sent: strangersRequest({ method, hasHead, body: withoutClientSecret(known.body) }),
      params: paramsLike(known.params, isSecretAddress(operation) ? 0 : 3),
      isKnownQuery: fc.boolean(),
      credential: anyCredential,
      secondsLater,
    })
    .map(({ sent, isKnownQuery, ...rest }): SentRequest => {
      // Any text is a key of the sandbox, and a publishable key alone opens some routes to pages.
      const isAdmitted = auth === 'processor key' || auth === 'publishable key';
      const { 'api-key': _, authorization: __, ...others } = sent.headers ?? {};
      return {
        ...sent,
        ...rest,
        ...(isAdmitted && { headers: others, credential: 'none' }),
        query: { ...(isKnownQuery && known.query), ...sent.query },
      };
    });
};

/** The body with the client secret in it, where it is an object of JSON. */
function withSecret(text: string, client_secret: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? JSON.stringify({ ...body, client_secret })
      : text;
  } catch {
    return text;
  }
}

function askSwitch(name: string, at: { readonly name: string } = { name }): Address['ask'] {
  return async (ground, { credential, to: _, secondsLater: __, ...request }) => {
    const place = await ground.at(at);
    const { key, clientSecret } = shownBy(credential, place);
    const { text, query } = request;
    return place.world.ask(name, {
      ...request,
      key,
      ...(clientSecret !== undefined && {
        query: { ...query, client_secret: clientSecret },
        ...(text !== undefined && { text: withSecret(text, clientSecret) }),
      }),
    });
  };
}

/** The parts of a request that strangers may know: no secret, and no token of a payer's address. */
const knownIn = ({ isPage }: Operation, { params, query, body, text }: Ask) => ({
  params,
  query: isPage ? undefined : query && withoutClientSecret(query),
  body: body ?? text,
});

/** Where an address has no scenario of its own. */
const receiving = { name: 'incoming-webhooks.receive' };

const operationAddresses = all.map(
  (operation): Address => ({
    name: operation.name,
    service: 'switch',
    isKeyed: operation.auth !== 'none',
    place: operation,
    weight: 1,
    requests: ({ request }) => toOperation(operation, knownIn(operation, request)),
    ask: askSwitch(operation.name),
  }),
);

const vaultAddresses = vaultOperations.map(
  (operation): Address => ({
    name: operation.name,
    service: 'vault',
    isKeyed: operation.auth !== 'none',
    place: receiving,
    weight: 1,
    requests: () => toOperation(operation, operation.example),
    async ask(ground, { credential, to: _, secondsLater: __, ...request }) {
      const { key, token } = shownBy(credential, await ground.at(receiving));
      return ground.vault.ask(operation.name, {
        ...request,
        ...(key !== undefined && { key }),
        ...(token !== undefined && {
          query: { ...request.query, session_token: token },
          headers: { ...request.headers, authorization: `Bearer ${token}` },
        }),
      });
    },
  }),
);

interface Sample {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Recorded webhooks of a public reference implementation, beside the repository. */
const folder = join(import.meta.dirname, '../../../../shared/oracles/connectors');
const recorded = existsSync(folder) ? readVectorFiles(folder) : [];

/** Right webhooks of the adapter's processor; those of the sandbox where none was recorded. */
function samplesOf(adapter: string): readonly Sample[] {
  const samples = recorded
    .filter(({ connector }) => connector === adapter)
    .flatMap(({ vectors }) => vectors)
    .flatMap(({ flow, wire_request: sent }): Sample[] =>
      flow === 'webhook' && sent
        ? [{ headers: lowered(sent.headers), text: textOf(sent.body) }]
        : [],
    );
  if (samples.length > 0) return samples;
  const headers = { 'content-type': 'application/json', 'x-sandbox-signature': 't=1,v1=00' };
  return [paymentWebhook(), refundWebhook(), disputeWebhook()].map((text) => ({ headers, text }));
}

const lowered = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Another text of the same form: JSON, or the fields of a form. */
function textLike(text: string): fc.Arbitrary<string> {
  try {
    const body: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return bodyLike(body);
  } catch {
    const fields = Object.fromEntries(new URLSearchParams(text));
    return bodyLike(fields).map((changed) => new URLSearchParams(entriesIn(changed)).toString());
  }
}

const entriesIn = (json: string): [string, string][] =>
  Object.entries(Object(JSON.parse(json || 'null'))).map(([name, value]) => [
    name,
    String(typeof value === 'object' ? JSON.stringify(value) : value),
  ]);

const likeSample = ({ headers, text }: Sample): fc.Arbitrary<StrangersRequest> =>
  fc.record({
    headers: headersLike(headers),
    text: fc.oneof(
      { weight: 1, arbitrary: fc.constant(text) },
      { weight: 6, arbitrary: textLike(text) },
    ),
  });

const webhookAddresses = webhookSenders.map(({ name }): Address => {
  return {
    name: `webhooks of ${name}`,
    service: 'switch',
    // The switch acknowledges a webhook about nothing of ours, also a forged one.
    isKeyed: false,
    place: receiving,
    weight: 4,
    requests: ({ merchant }) =>
      fc
        .record({
          sent: fc.oneof(strangersRequest({ method: 'POST' }), ...samplesOf(name).map(likeSample)),
          isPut: fc.boolean(),
          credential: anyCredential,
          secondsLater,
        })
        .map(
          ({ sent, isPut, ...rest }): SentRequest => ({
            ...sent,
            ...rest,
            params: { merchant_id: merchant.id, connector: accountAt(name) },
            to: { method: isPut ? 'PUT' : 'POST', path: '' },
          }),
        ),
    ask(ground, request) {
      const operation = request.to?.method === 'PUT' ? 'receive-put' : 'receive';
      return askSwitch(`incoming-webhooks.${operation}`, receiving)(ground, request);
    },
  };
});

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'x',
];

type Handler = (
  event: ReturnType<typeof eventOf>,
  place: Place,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** An address with any method and any path. */
function anywhere(
  name: string,
  service: Address['service'],
  templates: readonly string[],
  handle: Handler,
): Address {
  return {
    name,
    service,
    isKeyed: false,
    place: receiving,
    weight: 4,
    requests: () =>
      fc
        .record({
          sent: strangersRequest({ method: 'POST' }),
          to: fc.record({ method: fc.constantFrom(...methods), path: anyPath(templates) }),
          credential: anyCredential,
          secondsLater,
        })
        .map(({ sent, ...rest }): SentRequest => ({ ...sent, ...rest })),
    async ask(ground, { to, ...request }) {
      const { method = '', path = '/' } = to ?? {};
      const place = await ground.at(receiving);
      const { key } = shownBy(request.credential, place);
      const event = eventOf(
        { method: 'POST', path: '/' },
        { ...request, ...(key !== undefined && { key }) },
      );
      const http = { ...event.requestContext.http, method, path };
      const result = await handle(
        {
          ...event,
          rawPath: path,
          pathParameters: { path: path.slice(1) },
          requestContext: { ...event.requestContext, http },
        },
        place,
      );
      return answerOf(result);
    },
  };
}

const answerOf = ({
  statusCode = 200,
  headers = {},
  body = '',
}: APIGatewayProxyStructuredResultV2): Answer => {
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  );
  const isJson = named['content-type']?.startsWith('application/json') && body !== '';
  return {
    status: statusCode,
    headers: named,
    text: body,
    body: isJson ? JSON.parse(body) : undefined,
  };
};

const pathsOf = (routes: readonly { readonly path: string }[]) => routes.map(({ path }) => path);
const nowhere = logTo(() => {});

const defaultRoutes = [
  anywhere('default route of the switch', 'switch', pathsOf(operations), (event) =>
    notFoundHandler(operations, nowhere)(event),
  ),
  anywhere('default route of the sandbox', 'switch', pathsOf(sandboxOperations), (event) =>
    notFoundHandler(sandboxOperations, nowhere)(event),
  ),
  anywhere('default route of the vault', 'vault', pathsOf(vaultOperations), (event) =>
    vaultNotFoundHandler(vaultOperations, nowhere)(event),
  ),
];

const stripePaths = ['v1/payment_intents', 'v1/refunds', 'v1/payment_intents/{id}/confirm', 'v1/x'];
const stripe = anywhere(
  "Stripe's API in the sandbox",
  "Stripe's API",
  stripePaths.map((path) => `/${path}`),
  async (event, { world: { services } }) => {
    const { 'api-key': _, authorization: __, ...headers } = event.headers;
    const { ledger, objects, answers, notifications, pause, sandboxUrl } = services;
    const wired = { ledger, objects, answers, notifications, pause, sandboxUrl };
    const api = { name: 'sandbox.stripe', serve: serveStripe, failed: stripeFailure };
    return foreignApi(api, () => wired, nowhere)({ ...event, headers }, anyContext);
  },
);

export const strangersAddresses: readonly Address[] = [
  ...operationAddresses,
  ...webhookAddresses,
  ...vaultAddresses,
  ...defaultRoutes,
  stripe,
];
