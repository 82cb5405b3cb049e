import { createHash, createHmac } from 'node:crypto';
import { isSwitchError } from '#platform/errors.ts';
import { type DecodedForm, decodeForm } from '#platform/formats/bracketed-form.ts';
import type { ForeignRequest } from '#platform/http/edge/foreign-api.ts';
import { comparableForm, readForm, type UploadedFile } from '#platform/http/request/form.ts';
import {
  jsonResponse,
  type RawResponse,
  rawResponse,
} from '#platform/http/response/raw-response.ts';
import { lettersAndDigits, randomText } from '#platform/ids.ts';
import { StripeError } from './errors.ts';
import { stripeRoute } from './routes.ts';
import { apiVersion, type WireRequest, type WireServices } from './wire.ts';
import type { WireAnswer } from './wire-answer.ts';

/** Answers a request as Stripe would; errors have Stripe's shape as well. */
export async function serveStripe(
  request: ForeignRequest,
  services: WireServices,
): Promise<RawResponse> {
  const answer = await answered(request, services).catch(refused);
  // Just long enough that the caller's own timeout ends the request.
  if (answer.manner === 'never answers') {
    await services.pause(Math.max(0, request.remainingMs() - 500));
  }
  const page = answer.manner === 'answers a page';
  return rawResponse({
    status: answer.status,
    headers: {
      'content-type': page ? 'text/html' : 'application/json',
      'stripe-version': apiVersion,
      ...(answer.status === 429 && { 'retry-after': '1' }),
      ...(answer.replayed && { 'idempotent-replayed': 'true' }),
    },
    body: page ? maintenance : answer.text,
  });
}

const maintenance = '<!doctype html><html lang="en"><title>Maintenance</title><p>Back soon.</html>';

type Answer = WireAnswer & { readonly replayed?: boolean };

async function answered(raw: ForeignRequest, services: WireServices): Promise<Answer> {
  const { method, path, headers, now } = raw;
  const apiKey = keyOf(headers.authorization);
  const route = stripeRoute(method, path.replace(/^v1\//, ''));
  if (!route || !path.startsWith('v1/')) throw unknownRoute(method);
  const { form, file, comparable } = await readBody(raw);
  const keyHash = createHash('sha256').update(apiKey).digest('hex');
  const idempotencyKey = method === 'POST' ? headers['idempotency-key'] : undefined;
  const request: WireRequest = {
    keyHash,
    form,
    file,
    now,
    idSuffix: suffixes(keyHash, idempotencyKey),
  };
  const run = async () => failing(await route.handler(request, services, route.id));
  if (idempotencyKey === undefined) return run();
  if (idempotencyKey.length > 255 || idempotencyKey === '') throw longKey();
  // The parameters may hold a card's number, so the key of the hash is a secret that is not stored.
  const fingerprint = createHmac('sha256', apiKey)
    .update(JSON.stringify([method, path, comparable]))
    .digest('hex');
  const keyed = { keyHash, idempotencyKey, fingerprint, now, remainingMs: raw.remainingMs() };
  return services.answers.once(keyed, run);
}

/** Stripe stores an error of its servers for repeats, like any answer. */
const failing = (answer: WireAnswer): WireAnswer =>
  answer.manner === 'answers 500' ? { status: 500, text: JSON.stringify(serverError) } : answer;

const serverError = {
  error: { type: 'api_error', message: 'An unknown error occurred.' },
};

/** The answer to a request that failed for a reason of the sandbox's own. */
export const stripeFailure: RawResponse = jsonResponse(500, serverError);

/** An id follows from the idempotency key, so that a repeat after a crash makes nothing new. */
const suffixes = (keyHash: string, idempotencyKey: string | undefined) => (kind: string) => {
  if (idempotencyKey === undefined) return randomText(20);
  const facts = JSON.stringify([keyHash, idempotencyKey, kind]);
  return lettersAndDigits(createHash('sha256').update(facts).digest(), 20);
};

/**
 * The secret key that the request presents. Every test key of letters and digits is valid and has a
 * ledger of its own, except those that begin with `sk_test_expired`.
 */
function keyOf(authorization = ''): string {
  const key = /^Bearer (\S{1,255})$/i.exec(authorization)?.[1];
  if (key === undefined) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (key.startsWith('sk_test_expired')) {
    throw unauthorized(`Expired API Key provided: ${masked(key)}`, 'api_key_expired');
  }
  if (!/^[sr]k_test_[a-z\d]{4,}$/i.test(key)) {
    throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
  }
  return key;
}

/** The kind of key and nothing else of it. */
const masked = (key: string) => `${/^[a-z]{2}_[a-z]{4}_/.exec(key)?.[0] ?? ''}*****`;

const unauthorized = (message: string, code?: string) =>
  new StripeError(401, { type: 'invalid_request_error', ...(code && { code }), message });

const unknownRoute = (method: string) =>
  new StripeError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}). The sandbox serves a part of Stripe's API.`,
  });

const longKey = () =>
  new StripeError(400, {
    type: 'invalid_request_error',
    message: 'Idempotency keys have 1 to 255 characters.',
  });

interface Body {
  readonly form: DecodedForm;
  readonly file?: UploadedFile;
  /** The same for the same parameters. */
  readonly comparable: unknown;
}

async function readBody({ method, query, headers, body }: ForeignRequest): Promise<Body> {
  try {
    if (method !== 'POST') return formBody(query);
    const contentType = headers['content-type'];
    if (!/^multipart\/form-data/i.test(contentType ?? '')) {
      return formBody(Buffer.from(body).toString('utf8'));
    }
    const { file, ...parts } = await readForm(body, contentType);
    const texts = new URLSearchParams();
    for (const [name, part] of Object.entries(parts)) {
      if (typeof part === 'string') texts.set(name, part);
    }
    return {
      ...formBody(texts.toString()),
      ...(typeof file === 'object' && { file }),
      comparable: comparableForm({ ...parts, ...(file !== undefined && { file }) }),
    };
  } catch {
    // The reason could quote the form, so the error does not contain it.
    throw new StripeError(400, {
      type: 'invalid_request_error',
      message: 'Invalid request: the parameters could not be read.',
    });
  }
}

function formBody(text: string): Body {
  const form = decodeForm(text);
  return { form, comparable: form };
}

/** A refusal as an answer. Another error is ours, and the caller of this function answers it. */
function refused(error: unknown): Answer {
  if (error instanceof StripeError) {
    return { status: error.status, text: JSON.stringify(error.body) };
  }
  if (isSwitchError(error, 'concurrent_update')) return refused(locked());
  if (isSwitchError(error, 'item_too_large')) return refused(tooLarge());
  throw error;
}

const tooLarge = () =>
  new StripeError(400, {
    type: 'invalid_request_error',
    message: 'The parameters are more than the sandbox can store.',
  });

const locked = () =>
  new StripeError(409, {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request.',
  });
