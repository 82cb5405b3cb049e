import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import type { Configuration, Profile } from '#merchants/accounts/merchant-account.ts';
import { openProfileSecrets } from '#merchants/profiles/profile-secrets.ts';
import { openEndpointSecrets } from '#merchants/webhook-settings/endpoint-secrets.ts';
import { type HashKeys, signingKeys } from '#merchants/webhook-settings/hash-keys.ts';
import { receiverId } from '#merchants/webhook-settings/slow-receiver.ts';
import {
  profileEndpoints,
  type WebhookEndpoint,
} from '#merchants/webhook-settings/webhook-endpoint.ts';
import { webhookSettings } from '#merchants/webhook-settings/webhook-settings.ts';
import { signature512, standardWebhookHeaders } from '#platform/crypto/webhook-signatures.ts';
import { isSwitchError } from '#platform/errors.ts';
import type { Send, Sent } from '#platform/http/egress.ts';
import { retryAfterOf } from '#platform/http/retry-after.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { traceHeaders, traceStep } from '#platform/traces/trace.ts';
import { plainHeaders } from '../events/delivery.ts';
import type { AttemptResult } from './delivery-changes.ts';
import { maskAnswer } from './mask-answer.ts';
import type { Receiver } from './slow-receivers.ts';

export interface WebhookSender {
  readonly configurations: Pick<ConfigurationStore, 'find'>;
  readonly secrets: Pick<MerchantSecrets, 'open'>;
  readonly send: Send;
  /** Whether a merchant's server may be on this machine: on a laptop only. */
  readonly loopback: boolean;
  readonly clock: () => Date;
}

/** An event to send. */
export interface SentEvent {
  readonly merchantId: string;
  readonly profileId: string;
  readonly eventId: string;
  readonly body: string;
  /** Absent for the profile's `webhook_url`. */
  readonly endpointId?: string | undefined;
}

/** Where a webhook goes, in the merchant's settings. */
interface Destination {
  readonly configuration: Configuration;
  readonly profile: Profile | undefined;
  /** Absent for the profile's `webhook_url`. */
  readonly endpoint?: WebhookEndpoint;
  readonly url: string;
  readonly username?: string | null | undefined;
  readonly version?: string | null | undefined;
}

/** Twice what is stored of an answer, so that a secret at the limit is found and masked whole. */
const maxAnswerBytes = 8_192;

/**
 * The receiver in the merchant's current settings, with those settings; undefined when there is
 * none any more, or it is switched off.
 */
export async function receiverOf(
  event: Pick<SentEvent, 'merchantId' | 'profileId' | 'endpointId'>,
  { configurations }: Pick<WebhookSender, 'configurations'>,
): Promise<{ readonly receiver: Receiver; readonly configuration: Configuration } | undefined> {
  const destination = await findDestination(event, configurations);
  if (!destination) return undefined;
  const { url, configuration } = destination;
  const { merchantId } = event;
  return { receiver: { merchantId, id: receiverId(merchantId, url) }, configuration };
}

/**
 * Makes one delivery attempt with the merchant's current URL, key and password. Any 2xx is success;
 * every other answer is a failure, redirects included. Only the status counts: a long, cut or
 * endless body is read as far as it is stored. Undefined when the merchant is gone, or its
 * endpoint is gone or switched off.
 */
export async function sendWebhook(
  event: SentEvent,
  sender: WebhookSender,
  timeoutMs: number,
): Promise<AttemptResult | undefined> {
  const destination = await findDestination(event, sender.configurations);
  return destination && sendTo(destination, event, sender, timeoutMs);
}

/** Sends an event to this destination. */
export async function sendTo(
  destination: Destination,
  { eventId, body }: Pick<SentEvent, 'eventId' | 'body'>,
  { secrets: merchantSecrets, send, loopback, clock }: Omit<WebhookSender, 'configurations'>,
  timeoutMs: number,
): Promise<AttemptResult> {
  const { url, version } = destination;
  const { keys, headers, password } = await openSecrets(destination, merchantSecrets);
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
      // What was stored as a version may be more than a header can have.
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
        ...{ maxResponseBytes: maxAnswerBytes, answer: 'status' },
      },
    ),
  );
  const endedAt = clock();
  const ms = endedAt.getTime() - startedAt.getTime();
  const basic = headers.authorization?.split(' ') ?? [];
  // A receiver may echo what it was sent.
  const secrets = [newest, ...older, ...Object.values(headers), ...basic, ...password];
  const answer = sent.kind === 'answered' ? maskAnswer(sent.response.body, secrets) : '';
  return {
    ...{ at: startedAt.toISOString(), ms, ...attemptResultOf(sent, endedAt), signature },
    ...(answer && { answer }),
  };
}

async function openSecrets(
  { configuration: { account }, profile, endpoint, username }: Destination,
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

async function findDestination(
  { merchantId, profileId, endpointId }: Pick<SentEvent, 'merchantId' | 'profileId' | 'endpointId'>,
  configurations: WebhookSender['configurations'],
): Promise<Destination | undefined> {
  try {
    return await configurations.find(merchantId, (configuration) => {
      const profile = configuration.profiles.find(({ id }) => id === profileId);
      const { webhookEndpoints, webhookUrlOff } = profileEndpoints(profile);
      const endpoint = webhookEndpoints.find(({ id }) => id === endpointId);
      const off = endpointId === undefined ? webhookUrlOff : endpoint?.off;
      return off ? undefined : destinationIn(configuration, profileId, endpointId);
    });
  } catch (error) {
    if (!isSwitchError(error, 'merchant_account_not_found')) throw error;
    return undefined;
  }
}

/** Where an endpoint's webhooks go, also while it is switched off. */
export function destinationIn(
  configuration: Configuration,
  profileId: string,
  endpointId: string | undefined,
): Destination | undefined {
  const profile = configuration.profiles.find(({ id }) => id === profileId);
  const settings = webhookSettings(configuration, profileId);
  const { webhook_url: url, webhook_username: username, webhook_version: version } = settings;
  if (endpointId === undefined) {
    return url ? { configuration, profile, url, username, version } : undefined;
  }
  const endpoint = profileEndpoints(profile).webhookEndpoints.find(({ id }) => id === endpointId);
  return endpoint && { configuration, profile, endpoint, url: endpoint.url, version };
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
