import type { webhooks } from '../api.js';
import { TurnoutWebhookError } from './errors.ts';

/** A longer one would let a webhook be recorded and sent again. */
const greatestTolerance = 3_600;

/** An event as the switch sends it. `content.type` names the kind of `content.object`. */
export type WebhookEvent =
  webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];

type HeaderValue = string | readonly string[] | null | undefined;

/**
 * The headers of a request: of Node.js, of `fetch` in any of its implementations, a `Map`, pairs of
 * names and values, or whatever has `get()`. Capitals in names do not matter.
 */
export type SentHeaders =
  | { get(name: string): HeaderValue }
  | Iterable<readonly [string, HeaderValue]>
  | Readonly<Record<string, HeaderValue>>;

export interface WebhookOptions {
  /**
   * How far `webhook-timestamp` may be from the clock of this machine: from 0 to 3,600 seconds; 300
   * unless stated.
   */
  readonly toleranceSeconds?: number;
  /**
   * Accept webhooks that only have `x-webhook-signature-512`, as Hyperswitch sends them. It signs no
   * time, so a recorded webhook can be sent again at any age. Turnout always sends both.
   */
  readonly acceptHyperswitchSignature?: boolean;
}

/**
 * Checks that the switch sent a webhook, and returns its event.
 *
 * @param rawBody the body exactly as it arrived, before any parser
 * @param secrets the `payment_response_hash_key`, or the secret of an endpoint, as it is or as
 * `whsec_` and its base64; several while a new one takes over. Spaces around one do not count, as in
 * the switch
 * @throws TurnoutWebhookError where the switch did not send it, or not at this time
 * @throws TypeError for a body that was parsed before, for headers that are none, without a secret,
 * and for a tolerance that is no number from 0 to 3,600
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: SentHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, acceptHyperswitchSignature = false }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody);
  const headerOf = readerOf(headers);
  const keys = (typeof secrets === 'string' ? [secrets] : (secrets ?? [])).map(keyOf);
  if (keys.length === 0) throw new TypeError('verifyWebhook needs a secret.');
  const isTolerance = Number.isFinite(toleranceSeconds) && toleranceSeconds >= 0;
  if (!isTolerance || toleranceSeconds > greatestTolerance) {
    throw new TypeError(
      `toleranceSeconds must be a number from 0 to ${greatestTolerance}, and is ${toleranceSeconds}.`,
    );
  }
  const standard = headerOf('webhook-signature');
  const isGenuine =
    standard === undefined
      ? await isOfHyperswitch(headerOf, body, keys, acceptHyperswitchSignature)
      : await isStandard(standard, headerOf, body, keys, toleranceSeconds);
  if (!isGenuine) {
    refuse(
      'No signature of the webhook fits a secret: compare the secret, and pass the body as it arrived, before any parser.',
    );
  }
  const event: WebhookEvent = JSON.parse(new TextDecoder().decode(body));
  return event;
}

async function isStandard(
  signature: string,
  headerOf: HeaderOf,
  body: Uint8Array,
  keys: readonly Uint8Array<ArrayBuffer>[],
  toleranceSeconds: number,
): Promise<boolean> {
  const id = headerOf('webhook-id') ?? refuse('The webhook has no webhook-id.');
  const timestamp = headerOf('webhook-timestamp') ?? '';
  const age = Math.abs(Math.floor(Date.now() / 1_000) - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > toleranceSeconds) {
    refuse(`The webhook-timestamp is missing or more than ${toleranceSeconds} s away.`);
  }
  const signed = concatenated(encode(`${id}.${timestamp}.`), body);
  const signatures = signature
    .split(/,? /) // A proxy that joins two headers into one puts a comma between them.
    .filter((one) => one.startsWith('v1,'))
    .map((one) => bytesOfBase64(one.slice(3)));
  return fits('SHA-256', keys, signed, signatures);
}

function isOfHyperswitch(
  headerOf: HeaderOf,
  body: Uint8Array<ArrayBuffer>,
  keys: readonly Uint8Array<ArrayBuffer>[],
  isAccepted: boolean,
): Promise<boolean> {
  const signature = headerOf('x-webhook-signature-512') ?? refuse('The webhook has no signature.');
  if (!isAccepted) {
    refuse(
      'The webhook has no signature of its time: x-webhook-signature-512 counts alone only with acceptHyperswitchSignature.',
    );
  }
  return fits('SHA-512', keys, body, [bytesOfHex(signature)]);
}

/** Whether a signature is by one of the keys. Compares in constant time. */
async function fits(
  hash: 'SHA-256' | 'SHA-512',
  keys: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  let isGenuine = false;
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash }, false, [
      'verify',
    ]);
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) isGenuine = true;
    }
  }
  return isGenuine;
}

function keyOf(given: string): Uint8Array<ArrayBuffer> {
  const secret = given.trim();
  const key = secret.startsWith('whsec_') ? bytesOfBase64(secret.slice(6)) : encode(secret);
  // An empty key proves no sender.
  if (key.length === 0) throw new TypeError('The secret of a webhook is empty or not base64.');
  return key;
}

// Headers

/** Returns the value of a header, by its name in small letters; several with a comma between. */
type HeaderOf = (name: string) => string | undefined;

/** @throws TypeError for what are no headers, such as the promise of some */
function readerOf(headers: unknown): HeaderOf {
  if (typeof headers !== 'object' || headers === null) throw noHeaders(typeof headers);
  if ('then' in headers && typeof headers.then === 'function') {
    throw noHeaders('a promise: await it first');
  }
  // Before `get`, which in a Map finds a name only by its own capitals.
  if (Symbol.iterator in headers) return readerOfPairs(pairsOf(headers));
  if ('get' in headers && typeof headers.get === 'function') {
    const { get } = headers;
    return (name) => textOf(get.call(headers, name));
  }
  return readerOfPairs(Object.entries(headers));
}

function readerOfPairs(pairs: readonly (readonly [string, unknown])[]): HeaderOf {
  return (name) => {
    const found = pairs.filter(([one]) => one.toLowerCase() === name);
    return textOf(found.flatMap(([, value]) => value ?? []));
  };
}

function pairsOf(headers: object): readonly (readonly [string, unknown])[] {
  const pairs: (readonly [string, unknown])[] = [];
  for (const pair of Array.from<unknown>(Object(headers))) {
    const [name, value]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    if (typeof name !== 'string') throw noHeaders('a list of other things than pairs');
    pairs.push([name, value]);
  }
  return pairs;
}

const textOf = (value: unknown): string | undefined => {
  if (!Array.isArray(value)) return typeof value === 'string' ? value : undefined;
  return value.length === 0 ? undefined : value.join(', ');
};

const noHeaders = (given: string) =>
  new TypeError(`verifyWebhook needs the headers of the request, and got ${given}.`);

// Bytes

/** Programs without types may pass the object that a framework parsed: its bytes are lost. */
function bytesOf(rawBody: unknown): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === 'string') return encode(rawBody);
  if (rawBody instanceof Uint8Array || rawBody instanceof ArrayBuffer) {
    return new Uint8Array(rawBody);
  }
  throw new TypeError(
    'verifyWebhook needs the body as it arrived, a text or bytes. A framework has parsed this one: read it before, in Express by express.raw().',
  );
}

const encode = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(text));

/** No bytes where the text is not base64: no signature is empty. */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 === 1) return new Uint8Array();
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

const bytesOfHex = (text: string) =>
  Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));

function concatenated(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function refuse(message: string): never {
  throw new TurnoutWebhookError(message);
}
