import type { webhooks } from '../api.js';
import { TurnoutWebhookError } from './errors.ts';

/** An event as the switch sends it. `content.type` names the kind of `content.object`. */
export type WebhookEvent =
  webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];

type SentHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookOptions {
  /** How far `webhook-timestamp` may be from the clock of this machine; 300 unless stated. */
  readonly toleranceSeconds?: number;
  /**
   * Refuse webhooks that only have `x-webhook-signature-512`, as Hyperswitch sends them: it signs
   * no time, so a recorded webhook can be sent again. Turnout always sends both.
   */
  readonly standardOnly?: boolean;
}

/**
 * Checks that the switch sent a webhook, and returns its event.
 *
 * @param rawBody the body exactly as it arrived, before any parser
 * @param secrets the `payment_response_hash_key`, or the secret of an endpoint, as it is or as
 * `whsec_` and its base64; several while a new one takes over
 * @throws TurnoutWebhookError where the switch did not send it
 * @throws TypeError for a body that was parsed before, and without a secret
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: SentHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, standardOnly = false }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody);
  const keys = (typeof secrets === 'string' ? [secrets] : (secrets ?? [])).map(keyOf);
  if (keys.length === 0) throw new TypeError('verifyWebhook needs a secret.');

  const standard = headerOf(headers, 'webhook-signature');
  const ofHyperswitch = headerOf(headers, 'x-webhook-signature-512');
  const isGenuine =
    standard !== undefined
      ? await isStandard(standard, headers, body, keys, toleranceSeconds)
      : ofHyperswitch !== undefined && !standardOnly
        ? await fits('SHA-512', keys, body, [bytesOfHex(ofHyperswitch)])
        : refuse('The webhook has no signature.');
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
  headers: SentHeaders,
  body: Uint8Array,
  keys: readonly Uint8Array<ArrayBuffer>[],
  toleranceSeconds: number,
): Promise<boolean> {
  const id = headerOf(headers, 'webhook-id') ?? refuse('The webhook has no webhook-id.');
  const timestamp = headerOf(headers, 'webhook-timestamp') ?? '';
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

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = secret.startsWith('whsec_') ? bytesOfBase64(secret.slice(6)) : encode(secret);
  // An empty key proves no sender.
  if (key.length === 0) throw new TypeError('The secret of a webhook is empty or not base64.');
  return key;
}

function headerOf(headers: SentHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.join(', ');
}

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
