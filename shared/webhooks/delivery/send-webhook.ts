import { type HashKeys, signingKeys } from '#merchants/accounts/hash-keys.ts';
import { openProfileSecrets } from '#merchants/profiles/profile-secrets.ts';
import { openEndpointSecrets } from '#merchants/webhook-settings/endpoint-secrets.ts';
import { signature512, standardWebhookHeaders } from '#platform/crypto/webhook-signatures.ts';
import type { Send, Sent } from '#platform/http/egress/egress.ts';
import { retryAfterOf } from '#platform/http/egress/retry-after.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { traceHeaders, traceStep } from '#platform/traces/trace.ts';
import { plainHeaders } from '../events/delivery.ts';
import type { AttemptResult } from './delivery-changes.ts';
import { maskAnswer } from './mask-answer.ts';
import type { EndpointRef, Receiver } from './receiver.ts';

export interface WebhookSender {
  readonly secrets: Pick<MerchantSecrets, 'open'>;
  readonly send: Send;
  /** Whether a merchant's server may be on this machine: on a laptop only. */
  readonly loopback: boolean;
  readonly clock: () => Date;
}

/** An event to send. */
export interface SentEvent extends EndpointRef {
  readonly eventId: string;
  readonly body: string;
}

/** Twice the stored part of an answer, so that a secret at the limit is found and masked whole. */
const maxAnswerBytes = 8_192;

/**
 * Makes one delivery attempt with the receiver's current URL, key and password. Any 2xx is success;
 * every other answer is a failure, redirects included. Only the status counts: a long, cut or
 * endless body is read as far as it is stored.
 */
export async function sendWebhook(
  receiver: Receiver,
  { eventId, body }: Pick<SentEvent, 'eventId' | 'body'>,
  { secrets: merchantSecrets, send, loopback, clock }: WebhookSender,
  timeoutMs: number,
): Promise<AttemptResult> {
  const { url, version } = receiver;
  const { keys, headers, password } = await openSecrets(receiver, merchantSecrets);
  const startedAt = clock();
  const [newest = '', ...older] = signingKeys(keys, startedAt).map(({ key }) => key);
  const signature = signature512(newest, body);
  const request = {
    method: 'POST' as const,
    url,
    headers: {
      // The merchant's headers come first, so that none of them can replace ours.
      ...headers,
      ...plainHeaders,
      'x-webhook-signature-512': signature,
      ...standardWebhookHeaders([newest, ...older], eventId, startedAt, body),
      // A stored version may be more than a header can have.
      ...(version && /^[\x21-\x7e]+$/.test(version) && { 'webhook-version': version }),
    },
    body,
  };
  const sent = await traceStep("ask the merchant's server", (context) =>
    send(
      { ...request, headers: { ...request.headers, ...traceHeaders(context) } },
      {
        timeoutMs,
        allow: loopback ? 'public and loopback' : 'public',
        maxResponseBytes: maxAnswerBytes,
        answer: 'status',
      },
    ),
  );
  const endedAt = clock();
  const ms = endedAt.getTime() - startedAt.getTime();
  const basic = headers.authorization?.split(' ') ?? [];
  // A receiver may echo its request.
  const secrets = [newest, ...older, ...Object.values(headers), ...basic, ...password];
  const answer = sent.kind === 'answered' ? maskAnswer(sent.response.body, secrets) : '';
  return {
    at: startedAt.toISOString(),
    ms,
    ...attemptResultOf(sent, endedAt),
    signature,
    ...(answer && { answer }),
  };
}

async function openSecrets(
  { configuration: { account }, profile, endpoint, username }: Receiver,
  secrets: WebhookSender['secrets'],
): Promise<{
  readonly keys: HashKeys;
  readonly headers: Readonly<Record<string, string>>;
  readonly password: readonly string[];
}> {
  if (endpoint) {
    const opened = await openEndpointSecrets(secrets, account, endpoint);
    return { keys: opened, headers: lowerCased(opened.headers), password: [] };
  }
  const opened = await openProfileSecrets(secrets, account, profile);
  const { webhook_password: password = '' } = opened;
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  const headers: Record<string, string> = {
    ...lowerCased(opened.outgoing_webhook_custom_http_headers),
    ...(username && { authorization: `Basic ${basic}` }),
  };
  return { keys: opened, headers, password: [password] };
}

const lowerCased = (headers: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  );

function attemptResultOf(
  sent: Sent,
  endedAt: Date,
): Pick<AttemptResult, 'delivered' | 'status' | 'error' | 'retryAfterSeconds'> {
  if (sent.kind !== 'answered') return { delivered: false, error: sent.reason };
  const { status, headers } = sent.response;
  const asked = isBusy(status) ? retryAfterOf(headers['retry-after'], endedAt) : undefined;
  return {
    delivered: status >= 200 && status < 300,
    status,
    ...(asked !== undefined && { retryAfterSeconds: asked }),
  };
}

/** Too many requests, or unavailable for a while: the statuses whose `Retry-After` is respected. */
const isBusy = (status: number) => status === 429 || status === 503;
