import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { createAddressedServer } from '../addressed-server.ts';
import { account, type Deployment, type Resource } from '../assembly/deployment.ts';
import type { LocalFunction } from '../assembly/functions.ts';
import {
  isObject,
  type Json,
  numberOf,
  objectOf,
  optionalString,
  parseJson,
  stringOf,
  stringsOf,
} from '../assembly/json.ts';
import type { FunctionPool } from '../functions/function-pool.ts';
import type { FunctionAccess } from '../iam/function-access.ts';
import type { Log } from '../log.ts';
import type { RuntimeMetrics } from '../metrics/runtime-metrics.ts';
import { ownMember } from '../own-member.ts';
import { portOf } from '../port-of.ts';
import {
  type ApiRequest,
  type HttpAnswer,
  httpAnswer,
  httpEvent,
  requestHeaders,
  splitUrl,
} from './http-event.ts';
import { routeTable } from './http-routes.ts';
import {
  isHeadTooLarge,
  isTooLarge,
  maxBodyBytes,
  maxReadableHeadBytes,
} from './request-limits.ts';
import { requestPath } from './request-path.ts';

/** An HTTP API of the assembly, served on the loopback interface. */
export interface HttpApi {
  readonly stackName: string;
  readonly logicalId: string;
  readonly name: string;
  readonly url: string;
  /** On the loopback interface. */
  readonly port: number;
  /** Answers a request made in memory, in the same way as one over a connection. */
  readonly answer: Serve;
  /** Begins to answer. Requests that arrived before waited. */
  open(serve: Serve): void;
  close(): Promise<void>;
}

type Serve = (request: ApiRequest, body: Buffer) => Promise<HttpAnswer>;

/** Another program already listens on the port. */
export class PortTaken extends Error {
  readonly port: number;
  constructor(port: number, apiName: string) {
    super(`Port ${port}, wanted for the API ${apiName}, is taken by another program.`);
    this.name = 'PortTaken';
    this.port = port;
  }
}

/** Listens for one API; port 0 means any free port. Throws PortTaken. */
export async function listenForApi(api: Resource, port: number): Promise<HttpApi> {
  const { stackName, logicalId } = api;
  const name = optionalString(api.property('Name')) ?? logicalId;
  const opened = Promise.withResolvers<Serve>();
  const answer = async (request: ApiRequest, body: Buffer | undefined) => {
    const serve = await opened.promise;
    if (isHeadTooLarge(request)) return plain(431, 'Request Header Fields Too Large');
    const isTaken = body !== undefined && body.length <= maxBodyBytes;
    return isTaken ? serve(request, body) : tooLarge;
  };
  const reading = { maxHeaderSize: maxReadableHeadBytes };
  const server = createAddressedServer(reading, async (request, response) => {
    try {
      send(response, await answer(request, await bodyOf(request)));
    } catch {
      send(response, plain(500, 'Internal Server Error'));
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortTaken(port, name) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const listening = portOf(server.address());
  return {
    stackName,
    logicalId,
    name,
    answer,
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    open: opened.resolve,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Route {
  readonly key: string;
  readonly target: LocalFunction;
  readonly timeoutMs: number;
  readonly permitted: boolean;
  readonly authorizer: Authorizer | undefined;
}

/** Handles a request to an API: finds its route, calls the authorizer, invokes the function. */
export function serveApi(
  api: Resource,
  deployment: Deployment,
  access: FunctionAccess,
  pool: FunctionPool,
  metrics: Pick<RuntimeMetrics, 'answered'>,
  log: Log,
): Serve {
  const apiId = api.reference();
  const source = sourceOf(api);
  const table = routeTable(routesOf(api, deployment, access, pool, log));
  const cors = corsOf(api.property('CorsConfiguration'));

  async function answerOf(request: ApiRequest, body: Buffer): Promise<HttpAnswer> {
    const startedAt = performance.now();
    const seen: Seen = { requestId: randomUUID(), route: '-' };
    const answer = await answered(request, body, seen);
    const { isOfFunction, ...facts } = seen;
    metrics.answered({
      ...facts,
      apiId,
      status: answer.status,
      ...(answer.status >= 500 && !isOfFunction && { error: 'Internal Server Error' }),
      ms: Math.round(performance.now() - startedAt),
    });
    return answer;
  }

  async function answered(request: ApiRequest, body: Buffer, seen: Seen): Promise<HttpAnswer> {
    try {
      return await run(request, body, seen);
    } catch (error) {
      // The query is left out, because secrets travel there.
      const { path } = splitUrl(request.url ?? '/');
      log({ level: 'error', source, message: `${request.method} ${path}: ${String(error)}` });
      return plain(500, 'Internal Server Error');
    }
  }

  async function run(request: ApiRequest, body: Buffer, seen: Seen): Promise<HttpAnswer> {
    const path = requestPath(splitUrl(request.url ?? '/').path);
    if (!path) return plain(400, 'Bad Request');
    const match = table.find(request.method ?? 'GET', path.routed);
    if (!match) return plain(404, 'Not Found');
    const { route, pathParameters } = match;
    seen.route = route.key;
    const { requestId } = seen;
    const setting = { apiId, routeKey: route.key, rawPath: path.raw, pathParameters, requestId };

    let authorizer: Json | undefined;
    if (route.authorizer) {
      const verdict = await route.authorizer(request, body, setting);
      if ('refused' in verdict) return verdict.refused;
      authorizer = verdict.context;
    }
    if (!route.permitted) return plain(500, 'Internal Server Error');
    const event = JSON.stringify(httpEvent(request, body, { ...setting, authorizer }));
    if (isTooLarge(event)) return tooLarge;
    const ending = await withinTime(pool.invoke(route.target, event), route.timeoutMs);
    if (ending.kind === 'timeout') return plain(503, 'Service Unavailable');
    if (ending.kind === 'result') {
      if (isTooLarge(ending.payload)) {
        const message = 'The result is larger than the 6,291,456 bytes that Lambda returns.';
        log({ level: 'error', source: route.target.displayName, message });
        return tooLarge;
      }
      const answer = httpAnswer(ending.payload);
      seen.isOfFunction = answer !== undefined;
      if (answer) return answer;
    }
    const message = ending.kind === 'failure' ? ending.error : 'The result is not a response.';
    log({ level: 'error', source: route.target.displayName, message });
    return plain(500, 'Internal Server Error');
  }

  return async (request, body) => {
    if (!cors) return answerOf(request, body);
    const origin = request.headers.origin;
    if (origin === undefined) return answerOf(request, body);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      return { ...plain(204, ''), headers: cors.preflight(origin), body: Buffer.alloc(0) };
    }
    const answer = await answerOf(request, body);
    return { ...answer, headers: { ...answer.headers, ...cors.simple(origin) } };
  };
}

/** The routes of an API by their keys. Throws where one needs a feature that does not run here. */
function routesOf(
  api: Resource,
  deployment: Deployment,
  access: FunctionAccess,
  pool: FunctionPool,
  log: Log,
): readonly (readonly [string, Route])[] {
  const apiId = api.reference();
  const source = sourceOf(api);
  const ofApi = (type: string) =>
    deployment.ofType(type).filter((resource) => resource.property('ApiId') === apiId);
  const integrations = new Map(
    ofApi('AWS::ApiGatewayV2::Integration').map((one) => [one.reference(), one]),
  );
  const authorizers = new Map(
    ofApi('AWS::ApiGatewayV2::Authorizer').map((one) => [
      one.reference(),
      authorizerOf(one, apiId, deployment, access, pool),
    ]),
  );
  return ofApi('AWS::ApiGatewayV2::Route').map((resource): [string, Route] => {
    const key = stringOf(resource.property('RouteKey'), 'RouteKey');
    const integrationId = stringOf(resource.property('Target'), 'Target').split('/')[1] ?? '';
    const integration = integrations.get(integrationId);
    if (!integration) throw new Error(`Route ${key} leads nowhere.`);
    const type = integration.property('IntegrationType');
    const format = integration.property('PayloadFormatVersion');
    if (type !== 'AWS_PROXY' || format !== '2.0') {
      throw new Error(`Route ${key}: only Lambda integrations with payload format 2.0 run here.`);
    }
    const uri = stringOf(integration.property('IntegrationUri'), 'IntegrationUri');
    const target = access.find(uri);
    const place = key === '$default' ? '$default' : key.replace(' ', '');
    const arn = `arn:aws:execute-api:${deployment.region}:${account}:${apiId}/$default/${place}`;
    const permitted = access.permits(uri, 'apigateway.amazonaws.com', arn);
    if (!permitted) {
      const message = `${key}: ${target.logicalId} does not let the API invoke it.`;
      log({ level: 'error', source, message });
    }
    const authorization = optionalString(resource.property('AuthorizationType')) ?? 'NONE';
    const authorizer = authorizers.get(String(resource.property('AuthorizerId')));
    if (authorization !== 'NONE' && !authorizer) {
      throw new Error(`Route ${key}: authorization ${authorization} does not run here.`);
    }
    const timeoutMs = numberOf(integration.property('TimeoutInMillis'), 30_000);
    return [key, { key, target, timeoutMs, permitted, authorizer }];
  });
}

/** The name under which an API logs. */
const sourceOf = (api: Resource) => optionalString(api.property('Name')) ?? api.logicalId;

/** The known facts of a request when its answer is counted. */
interface Seen {
  readonly requestId: string;
  route: string;
  /** Whether the answer is the function's own. */
  isOfFunction?: boolean;
}

type Verdict = { readonly refused: HttpAnswer } | { readonly context: Json | undefined };
type Authorizer = (
  request: ApiRequest,
  body: Buffer,
  setting: Omit<Parameters<typeof httpEvent>[2], 'authorizer'>,
) => Promise<Verdict>;

/**
 * A Lambda authorizer with simple responses. Only the identity sources are the key of its cached
 * decisions, so one decision serves all routes, as in the cloud.
 */
function authorizerOf(
  resource: Resource,
  apiId: string,
  { region }: Deployment,
  access: FunctionAccess,
  pool: FunctionPool,
): Authorizer {
  if (resource.property('AuthorizerType') !== 'REQUEST') {
    throw new Error(`${resource.logicalId}: only REQUEST authorizers run here.`);
  }
  if (resource.property('EnableSimpleResponses') !== true) {
    throw new Error(`${resource.logicalId}: only simple responses are understood here.`);
  }
  const uri = stringOf(resource.property('AuthorizerUri'), 'AuthorizerUri');
  const target = access.find(uri);
  const sources = stringsOf(resource.property('IdentitySource'));
  const keepMs = numberOf(resource.property('AuthorizerResultTtlInSeconds'), 300) * 1000;
  const arn = `arn:aws:execute-api:${region}:${account}:${apiId}/authorizers/${resource.reference()}`;
  const permitted = access.permits(uri, 'apigateway.amazonaws.com', arn);
  const kept = new Map<string, { verdict: Verdict; until: number }>();

  return async (request, body, setting) => {
    const identity = sources.map((source) => identityOf(source, request));
    if (identity.some((value) => value === undefined)) {
      return { refused: plain(401, 'Unauthorized') };
    }
    const key = JSON.stringify(identity);
    const before = kept.get(key);
    if (before && before.until > Date.now()) return before.verdict;

    if (!permitted) return { refused: plain(500, 'Internal Server Error') };
    const { body: _, ...seen } = httpEvent(request, body, { ...setting, authorizer: undefined });
    const event = {
      ...seen,
      type: 'REQUEST',
      routeArn: `arn:aws:execute-api:${region}:${account}:${apiId}/$default/${request.method}${seen.rawPath}`,
      identitySource: identity,
    };
    const ending = await pool.invoke(target, JSON.stringify(event));
    const answer = ending.kind === 'result' ? parseJson(ending.payload) : undefined;
    if (!isObject(answer) || typeof answer.isAuthorized !== 'boolean') {
      return { refused: plain(500, 'Internal Server Error') };
    }
    const verdict = answer.isAuthorized
      ? { context: answer.context ?? {} }
      : { refused: plain(403, 'Forbidden') };
    if (keepMs > 0 && sources.length > 0) kept.set(key, { verdict, until: Date.now() + keepMs });
    return verdict;
  };
}

function identityOf(source: string, request: ApiRequest): string | undefined {
  const [, kind, name = ''] = /^\$request\.(header|querystring)\.(.+)$/.exec(source) ?? [];
  if (kind === 'header') return ownMember(requestHeaders(request), name.toLowerCase()) || undefined;
  if (kind === 'querystring') {
    return new URLSearchParams(splitUrl(request.url ?? '').query).get(name) || undefined;
  }
  throw new Error(`Identity source ${source} is not supported.`);
}

function corsOf(value: Json | undefined) {
  if (value === undefined) return undefined;
  const rules = objectOf(value, 'CorsConfiguration');
  const list = (name: string) => stringsOf(ownMember(rules, name));
  const allowed = (origin: string) => {
    const origins = list('AllowOrigins');
    if (origins.includes('*')) return '*';
    return origins.find((one) => one.toLowerCase() === origin.toLowerCase());
  };
  const header = (name: string, text: string | undefined) => (text ? { [name]: text } : {});
  const simple = (origin: string) => {
    const allow = allowed(origin);
    if (allow === undefined) return {};
    return {
      'access-control-allow-origin': allow,
      ...(rules.AllowCredentials === true && { 'access-control-allow-credentials': 'true' }),
      ...header('access-control-expose-headers', list('ExposeHeaders').join(',')),
    };
  };
  return {
    simple,
    preflight: (origin: string) =>
      allowed(origin) === undefined
        ? {}
        : {
            ...simple(origin),
            ...header('access-control-allow-methods', list('AllowMethods').join(',')),
            ...header('access-control-allow-headers', list('AllowHeaders').join(',')),
            ...header('access-control-max-age', optionalString(rules.MaxAge)),
          },
  };
}

/** The whole body; undefined when it exceeds the limit. */
async function bodyOf(request: http.IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    const chunk = Buffer.from(part);
    length += chunk.length;
    // The rest is read and discarded, so that the client receives the response.
    if (length <= maxBodyBytes) parts.push(chunk);
  }
  return length > maxBodyBytes ? undefined : Buffer.concat(parts);
}

function send(response: http.ServerResponse, answer: HttpAnswer) {
  if (response.destroyed) return;
  const { status, headers, body } = onTheWire(answer);
  response.writeHead(status, headers);
  response.end(body);
}

/** A response with all its headers, or a server error if HTTP forbids one of them. */
export function onTheWire({ status, headers, cookies, body }: HttpAnswer): WireAnswer {
  const all = {
    ...headers,
    ...(cookies.length > 0 && { 'set-cookie': [...cookies] }),
    ...(status !== 204 && status !== 304 && { 'content-length': String(body.length) }),
  };
  try {
    for (const [name, value] of Object.entries(all)) {
      http.validateHeaderName(name);
      for (const one of [value].flat()) http.validateHeaderValue(name, one);
    }
    return { status, headers: all, body };
  } catch {
    // For example a header value with a line break.
    return onTheWire(plain(500, 'Internal Server Error'));
  }
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer;
}

const plain = (status: number, message: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: Buffer.from(JSON.stringify({ message })),
});

const tooLarge = plain(413, 'Request Entity Too Large');

async function withinTime<T>(work: Promise<T>, ms: number): Promise<T | { kind: 'timeout' }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ kind: 'timeout' }>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'timeout' }), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
