import { createHash } from 'node:crypto';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { connectorFacts } from '../../support/processors/all-connector-facts.ts';
import { type Difference, differences, isObject, orderDifferences } from './differences.ts';
import type { RecordedBody, RecordedRequest } from './vector-file.ts';

/** Headers that state nothing about the request, or that are always ours. */
const notCompared = new Set([
  ...['via', 'accept', 'host', 'date', 'user-agent', 'content-length'],
  'x-request-id',
]);

/**
 * Headers that we add to requests which move money, so that a repeat moves nothing. The recordings
 * have none of them, but PayPal's.
 */
const ourIdempotency = new Set(['idempotency-key', 'cko-idempotency-key', 'x-idempotency-key']);

/** A form whose amount has no zeros at the end of its decimals. */
const withShortAmount = (form: unknown): unknown =>
  isObject(form) && typeof form.amount === 'string'
    ? { ...form, amount: form.amount.replace(/(\.\d*?)0+$/, '$1') }
    : form;

/** A body whose source has its expiry in numbers. */
const withNumericExpiry = (body: unknown): unknown =>
  isObject(body) && isObject(body.source) && typeof body.source.expiry_month === 'string'
    ? {
        ...body,
        source: {
          ...body.source,
          expiry_month: Number(body.source.expiry_month),
          expiry_year: Number(body.source.expiry_year),
        },
      }
    : body;

/** The places where our request differs from the recorded one; all begin with `request`. */
export function compareRequest(
  connector: string,
  recorded: RecordedRequest,
  ours: HttpRequest,
): readonly Difference[] {
  return [
    ...differences('request.method', recorded.method, ours.method),
    ...compareUrls(recorded.url, ours.url),
    ...compareHeaders(recorded.headers, ours),
    ...compareBodies(connector, recorded.body, ours),
  ];
}

function compareUrls(recorded: string, ours: string): readonly Difference[] {
  const [before, after] = [URL.parse(recorded), URL.parse(ours)];
  if (!before || !after) return differences('request.url', recorded, ours);
  const address = (url: URL) => `${url.origin}${url.pathname}`;
  return [
    ...differences('request.url', address(before), address(after)),
    ...differences('request.query', sortedQuery(before), sortedQuery(after)),
  ];
}

const sortedQuery = ({ searchParams }: URL) =>
  [...searchParams].map(([name, value]) => `${name}=${value}`).sort();

function compareHeaders(
  recorded: RecordedRequest['headers'],
  { headers, ...request }: HttpRequest,
): readonly Difference[] {
  const [expected, got] = [compared(recorded), compared(headers)];
  for (const name of ourIdempotency) if (!expected.has(name)) got.delete(name);
  let found: readonly Difference[] = [];
  if (expected.delete('digest')) {
    const digest = got.get('digest');
    got.delete('digest');
    found = differences('request.headers.digest', digestOf(bytesOf(request)), digest);
  }
  const names = new Set([...expected.keys(), ...got.keys()]);
  return [
    ...found,
    ...[...names].flatMap((name) =>
      differences(`request.headers.${name}`, expected.get(name), got.get(name)),
    ),
  ];
}

/** By lower-case name; of a content type only the media type. */
function compared(headers: Readonly<Record<string, string>>): Map<string, string> {
  const all = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return new Map(
    all
      .filter(([name]) => !notCompared.has(name))
      .map(([name, value]) => [
        name,
        name === 'content-type' ? (value.split(';')[0] ?? '').trim().toLowerCase() : value,
      ]),
  );
}

/** A digest covers the very bytes, so it is computed of ours. */
const digestOf = (bytes: Uint8Array) =>
  `SHA-256=${createHash('sha256').update(bytes).digest('base64')}`;

const bytesOf = ({ body = '', bytes }: Pick<HttpRequest, 'body' | 'bytes'>): Uint8Array =>
  bytes ?? Buffer.from(body, 'utf8');

function compareBodies(
  connector: string,
  { encoding, value }: RecordedBody,
  request: HttpRequest,
): readonly Difference[] {
  const path = 'request.body';
  const { takes = [], isOrdered } = connectorFacts.get(connector)?.recordings ?? {};
  const text = Buffer.from(bytesOf(request)).toString('utf8');
  switch (encoding) {
    case 'none':
      return differences(path, undefined, text || undefined);
    case 'form':
      return takes.includes('amounts without zeros')
        ? differences(path, withShortAmount(value), withShortAmount(formOf(text)))
        : differences(path, value, formOf(text));
    case 'json':
    case 'json-with-bom': {
      const ours = jsonOf(text);
      if (isGraphQl(value) && isGraphQl(ours)) return compareGraphQl(path, value, ours);
      return [
        ...differences(
          path,
          takes.includes('expiry in numbers') ? withNumericExpiry(value) : value,
          ours,
        ),
        ...(isOrdered ? orderDifferences(path, value, ours) : []),
      ];
    }
    case 'xml':
    case 'text':
      return differences(path, String(value ?? '').trim(), text.trim());
  }
}

/** Names and values, decoded. A name that occurs twice has a list of values. */
function formOf(text: string): Readonly<Record<string, unknown>> {
  const form = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = form.get(name);
    form.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(form);
}

/** The text itself where it is no JSON, so that the difference shows it. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}

interface GraphQl {
  readonly query: string;
  readonly variables?: unknown;
}

const isGraphQl = (body: unknown): body is GraphQl =>
  isObject(body) && typeof body.query === 'string' && 'variables' in body;

/** The text of a query may be laid out differently, and may ask for other members of the answer. */
function compareGraphQl(path: string, recorded: GraphQl, ours: GraphQl): readonly Difference[] {
  const isSame = collapsed(recorded.query) === collapsed(ours.query);
  return [
    ...differences(`${path}.variables`, recorded.variables, ours.variables),
    ...(isSame
      ? []
      : differences(`${path}.query`, operationOf(recorded.query), operationOf(ours.query))),
  ];
}

const collapsed = (query: string) => query.replace(/\s+/g, ' ').trim();

/** The kind and the name of the operation, such as `mutation tokenizeCreditCard`. */
const operationOf = (query: string) => /^(?:\w+)?[\s{]*\w+/.exec(collapsed(query))?.[0] ?? query;
