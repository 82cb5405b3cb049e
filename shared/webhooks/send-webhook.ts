import type { ConfigurationStore } from '../accounts/configuration-store.ts';
import type { Configuration } from '../accounts/merchant-account.ts';
import { isSwitchError } from '../errors.ts';
import type { Send, Sent } from '../http/egress.ts';
import { openProfileSecrets } from '../profiles/profile-secrets.ts';
import type { MerchantSecrets } from '../secrets/merchant-secrets.ts';
import { traceHeaders, traceStep } from '../traces/trace.ts';
import type { AttemptResult } from './delivery.ts';
import { signingKeys } from './hash-keys.ts';
import { signature512, standardWebhookHeaders } from './signature.ts';
import { receiverId } from './slow-receiver.ts';
import type { Receiver } from './slow-receivers.ts';
import { webhookSettings } from './webhook-settings.ts';

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
}

/** Headers that every webhook has. */
export const plainHeaders = {
  'content-type': 'application/json',
  'user-agent': 'Hyperswitch-Backend-Server',
  via: 'HyperSwitch',
} as const;

/**
 * The receiver in the merchant's current settings, with those settings; undefined when there is
 * none any more.
 */
export async function receiverOf(
  { merchantId, profileId }: Pick<SentEvent, 'merchantId' | 'profileId'>,
  { configurations }: Pick<WebhookSender, 'configurations'>,
): Promise<{ readonly receiver: Receiver; readonly configuration: Configuration } | undefined> {
  const settings = await settingsOf(merchantId, profileId, configurations);
  if (!settings) return undefined;
  const { url, configuration } = settings;
  return { receiver: { merchantId, id: receiverId(merchantId, url) }, configuration };
}

/**
 * Makes one delivery attempt with the merchant's current URL, key and password. Any 2xx is success;
 * every other answer is a failure, redirects included. Undefined when the merchant is gone or has
 * no URL any more.
 */
export async function sendWebhook(
  event: SentEvent,
  { configurations, secrets, send, loopback, clock }: WebhookSender,
  timeoutMs: number,
): Promise<AttemptResult | undefined> {
  const { merchantId, profileId, eventId, body } = event;
  const settings = await settingsOf(merchantId, profileId, configurations);
  if (!settings) return undefined;
  const { account, profile, url, username } = settings;

  const opened = await openProfileSecrets(secrets, account, profile);
  const { payment_response_hash_key: hashKey, webhook_password: password = '' } = opened;
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  const signature = signature512(hashKey, body);
  const startedAt = clock();
  const keys = signingKeys(opened, startedAt).map(({ key }) => key);
  const request = {
    method: 'POST' as const,
    url,
    headers: {
      // The merchant's headers come first, so that none of them can replace ours.
      ...lowerCased(opened.outgoing_webhook_custom_http_headers),
      ...plainHeaders,
      'x-webhook-signature-512': signature,
      ...standardWebhookHeaders(keys, eventId, startedAt, body),
      ...(username && { authorization: `Basic ${basic}` }),
    },
    body,
  };
  const sent = await traceStep("ask the merchant's server", (context) =>
    send(
      { ...request, headers: { ...request.headers, ...traceHeaders(context) } },
      {
        timeoutMs,
        allow: loopback ? 'public and loopback' : 'public',
        maxResponseBytes: 65_536,
      },
    ),
  );
  const ms = clock().getTime() - startedAt.getTime();
  return { at: startedAt.toISOString(), ms, ...attemptResultOf(sent), signature };
}

async function settingsOf(
  merchantId: string,
  profileId: string,
  configurations: WebhookSender['configurations'],
) {
  try {
    return await configurations.find(merchantId, (configuration) => {
      const { webhook_url: url, webhook_username: username } = webhookSettings(
        configuration,
        profileId,
      );
      if (!url) return undefined;
      const { account, profiles } = configuration;
      const profile = profiles.find(({ id }) => id === profileId);
      return { configuration, account, profile, url, username };
    });
  } catch (error) {
    if (!isSwitchError(error, 'merchant_account_not_found')) throw error;
    return undefined;
  }
}

const lowerCased = (headers: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  );

function attemptResultOf(sent: Sent): Pick<AttemptResult, 'delivered' | 'status' | 'error'> {
  if (sent.kind !== 'answered') return { delivered: false, error: sent.reason };
  const { status } = sent.response;
  return { delivered: status >= 200 && status < 300, status };
}
