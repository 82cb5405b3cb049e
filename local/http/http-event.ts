import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { account } from '../assembly/deployment.ts';
import { isObject, type Json, listOf, parseJson } from '../assembly/json.ts';
import { ownMember, setOwnMember } from '../own-member.ts';

/** A request as API Gateway receives it, over a connection or from a function on this machine. */
export type ApiRequest = Pick<
  IncomingMessage,
  'headers' | 'httpVersion' | 'method' | 'rawHeaders' | 'url'
> & {
  readonly socket: Pick<IncomingMessage['socket'], 'localPort' | 'remoteAddress'>;
};

/** The context that API Gateway adds to a request. */
export interface EventSetting {
  readonly apiId: string;
  readonly routeKey: string;
  /** The path as functions receive it, decoded. */
  readonly rawPath: string;
  readonly pathParameters: Readonly<Record<string, string>> | undefined;
  /** The context that the authorizer returned, if there is one. */
  readonly authorizer: Json | undefined;
  readonly requestId: string;
}

/**
 * The event of an HTTP API with payload format 2.0. Without a body, `body` is absent. Events and
 * answers of live APIs are in the tests of AWS's own emulator:
 * https://github.com/aws/aws-lambda-dotnet/tree/master/Tools/LambdaTestTool-v2/tests
 */
export function httpEvent(request: ApiRequest, body: Buffer, setting: EventSetting) {
  const { query } = splitUrl(request.url ?? '/');
  const { cookie, ...headers } = requestHeaders(request);
  const textual = isText(request.headers['content-type']);
  const now = new Date();
  return {
    version: '2.0',
    routeKey: setting.routeKey,
    rawPath: setting.rawPath,
    rawQueryString: query,
    ...(cookie !== undefined && { cookies: cookie.split(/;\s*/) }),
    // A request without a body, or with one in chunks, has a length all the same.
    headers: { 'content-length': String(body.length), ...headers },
    ...(query !== '' && { queryStringParameters: joined(new URLSearchParams(query)) }),
    requestContext: {
      accountId: account,
      apiId: setting.apiId,
      ...(setting.authorizer !== undefined && { authorizer: { lambda: setting.authorizer } }),
      domainName: request.headers.host ?? '',
      domainPrefix: setting.apiId,
      http: {
        method: request.method ?? 'GET',
        path: setting.rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: setting.requestId,
      routeKey: setting.routeKey,
      stage: '$default',
      time: commonLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(setting.pathParameters && { pathParameters: setting.pathParameters }),
    ...(body.length > 0 && { body: body.toString(textual ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !textual,
  };
}

/** A response as it is sent. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

/** Reads a function's result. Undefined when API Gateway would not understand it. */
export function httpAnswer(payload: string): HttpAnswer | undefined {
  const returned = parseJson(payload);
  if (!isObject(returned) || returned.statusCode === undefined) return inferred(returned);
  const status = Number(returned.statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return undefined;
  const { headers, body } = returned;
  const lower: Record<string, string> = { 'content-type': 'text/plain; charset=utf-8' };
  for (const [name, value] of Object.entries(isObject(headers) ? headers : {})) {
    if (value !== undefined && value !== null)
      setOwnMember(lower, name.toLowerCase(), textOf(value));
  }
  for (const name of ['connection', 'content-length', 'transfer-encoding']) delete lower[name];
  const text = body === undefined || body === null ? '' : textOf(body);
  return {
    status,
    headers: lower,
    cookies: listOf(returned.cookies).map(textOf),
    body: Buffer.from(text, returned.isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}

/** A result without a status code is the body of a 200. */
function inferred(returned: Json): HttpAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    cookies: [],
    body: Buffer.from(typeof returned === 'string' ? returned : JSON.stringify(returned)),
  };
}

/** Splits a request target; both halves stay percent-encoded. */
export function splitUrl(url: string): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, query: '' }
    : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** Header names in lower case, values of repeated headers joined by commas. */
export function requestHeaders(request: ApiRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  const raw = request.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    if (name === 'connection' || name === 'transfer-encoding') continue;
    const separator = name === 'cookie' ? '; ' : ',';
    const value = raw[index + 1] ?? '';
    setOwnMember(
      headers,
      name,
      Object.hasOwn(headers, name) ? `${ownMember(headers, name)}${separator}${value}` : value,
    );
  }
  const address = request.socket.remoteAddress ?? '127.0.0.1';
  const before = headers['x-forwarded-for'];
  return {
    ...headers,
    'x-amzn-trace-id': traceId(),
    'x-forwarded-for': before ? `${before}, ${address}` : address,
    'x-forwarded-port': String(request.socket.localPort),
    'x-forwarded-proto': 'http',
  };
}

/** Content types whose bodies API Gateway passes as text; it encodes all others in Base64. */
export function isText(contentType: string | undefined): boolean {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return (
    type.startsWith('text/') ||
    /^application\/(json|javascript|xml)$/.test(type) ||
    /^application\/.+\+(json|xml)$/.test(type)
  );
}

function joined(query: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of query) {
    setOwnMember(
      values,
      name,
      Object.hasOwn(values, name) ? `${ownMember(values, name)},${value}` : value,
    );
  }
  return values;
}

const textOf = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value));

const traceId = () =>
  `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;

/** The time format of web server logs: `12/Mar/2025:19:03:58 +0000`. */
function commonLogTime(date: Date): string {
  const [, day, month, year, time] =
    /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}
