import type { Configuration, Profile } from '#merchants/accounts/merchant-account.ts';
import { isUnsendable } from '#merchants/profiles/check-profile-request.ts';
import type { EndpointSecrets } from '#merchants/webhook-settings/endpoint-secrets.ts';
import {
  profileEndpoints,
  type WebhookEndpoint,
} from '#merchants/webhook-settings/webhook-endpoint.ts';
import { webhookSettings } from '#merchants/webhook-settings/webhook-settings.ts';
import { SwitchError } from '#platform/errors.ts';
import type { Caller } from '#platform/http/callers/caller.ts';
import { maskSecret } from '#platform/secrets/mask-secrets.ts';
import type { UpdateWebhookEndpointRequest, WebhookEndpointResponse } from './operations.ts';

/**
 * Endpoints are part of the profile, which every payment reads, so they must stay few and small.
 */
const maxEndpoints = 10;
const maxHeaders = 10;
const maxHeaderBytes = 4_096;

/** An endpoint with its profile. Without `endpoint` it is the profile's `webhook_url`. */
interface FoundEndpoint {
  readonly profile: Profile;
  readonly endpoint?: WebhookEndpoint;
  readonly url: string;
}

/** All endpoints that a caller reaches; those of a profile begin with its `webhook_url`. */
export function endpointsOf(configuration: Configuration, caller: Caller): FoundEndpoint[] {
  const own = 'profileId' in caller ? caller.profileId : undefined;
  const reached = configuration.profiles.filter(({ id }) => own === undefined || id === own);
  return reached.flatMap((profile): FoundEndpoint[] => {
    const { webhook_url: url } = webhookSettings(configuration, profile.id);
    const { webhookEndpoints: others } = profileEndpoints(profile);
    return [
      ...(url ? [{ profile, url }] : []),
      ...others.map((endpoint) => ({ profile, endpoint, url: endpoint.url })),
    ];
  });
}

/** Throws `webhook_endpoint_not_found`. */
export function endpointOf(configuration: Configuration, caller: Caller, id: string) {
  const found = endpointsOf(configuration, caller).find(
    ({ profile, endpoint }) => (endpoint?.id ?? profile.id) === id,
  );
  if (!found) throw new SwitchError('webhook_endpoint_not_found');
  return found;
}

/** Checks the rules that the schemas cannot express. Throws `invalid_request`. */
export function checkEndpointRequest(request: UpdateWebhookEndpointRequest): void {
  const headers = Object.entries(request.headers ?? {});
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (headers.length > maxHeaders || bytes > maxHeaderBytes) {
    refuse(`headers must be at most ${maxHeaders}, with ${maxHeaderBytes} bytes in all`);
  }
  if (headers.some(isUnsendable)) refuse('Invalid header received in headers');
  if (request.secret_overlap_hours != null && request.secret == null) {
    refuse('secret_overlap_hours must be stated with a secret');
  }
}

function refuse(message: string): never {
  throw new SwitchError('invalid_request', { message });
}

/** A request's changes of an endpoint's settings that are stored in clear. */
export const statedSettings = (
  { url, event_types, enabled }: UpdateWebhookEndpointRequest,
  before: Partial<WebhookEndpoint>,
  now: Date,
): Pick<WebhookEndpoint, 'eventTypes' | 'off'> & { readonly url?: string } => {
  const types = event_types ?? before.eventTypes ?? [];
  const off = offAfter(enabled, before.off, now);
  return {
    ...(url != null && { url }),
    ...(types.length > 0 && { eventTypes: types }),
    ...(off && { off }),
  };
};

/** An endpoint that is off already stays off for its reason. */
export const offAfter = (
  enabled: boolean | null | undefined,
  before: WebhookEndpoint['off'],
  now: Date,
): WebhookEndpoint['off'] => {
  if (enabled == null) return before;
  return enabled ? undefined : (before ?? { reason: 'requested', since: now.toISOString() });
};

/**
 * The profile with an endpoint added or replaced. Throws `precondition_failed` when the profile has
 * too many, or has the address already: each of its receivers gets an event once.
 */
export function withEndpoint(
  configuration: Configuration,
  profile: Profile,
  endpoint: WebhookEndpoint,
  now: Date,
): Profile {
  const { webhookEndpoints: all } = profileEndpoints(profile);
  const others = all.filter(({ id }) => id !== endpoint.id);
  const isNew = others.length === all.length;
  const fail = (message: string) => {
    throw new SwitchError('precondition_failed', { message });
  };
  if (isNew && all.length >= maxEndpoints) {
    fail(`A profile has at most ${maxEndpoints} webhook endpoints beside its webhook_url`);
  }
  const { webhook_url: first } = webhookSettings(configuration, profile.id);
  const wasSame = all.some(({ id, url }) => id === endpoint.id && url === endpoint.url);
  if (!wasSame && [first, ...others.map(({ url }) => url)].includes(endpoint.url)) {
    fail('The profile has a webhook endpoint with this url');
  }
  return {
    ...profile,
    webhookEndpoints: isNew
      ? [...all, endpoint]
      : all.map((one) => (one.id === endpoint.id ? endpoint : one)),
    modifiedAt: now.toISOString(),
  };
}

/** Presents an endpoint; its secret in clear only where `shown` names it. */
export function presentEndpoint(
  { profile, endpoint, url }: FoundEndpoint,
  {
    payment_response_hash_key: secret,
    headers = {},
  }: Pick<EndpointSecrets, 'payment_response_hash_key' | 'headers'>,
  { shown = false } = {},
): WebhookEndpointResponse {
  const { webhookUrlOff, webhookUrlOn } = profileEndpoints(profile);
  const { off, on } = endpoint ?? { off: webhookUrlOff, on: webhookUrlOn };
  return {
    endpoint_id: endpoint?.id ?? profile.id,
    merchant_id: profile.merchantId,
    profile_id: profile.id,
    url,
    event_types: endpoint?.eventTypes ?? [],
    secret: shown ? secret : maskSecret(secret),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, maskSecret(value)]),
    ),
    enabled: !off,
    disabled_reason: off?.reason ?? null,
    disabled_since: off?.since ?? null,
    retry_id: on?.retryId ?? null,
    created: endpoint?.createdAt ?? null,
    modified: endpoint?.modifiedAt ?? null,
  };
}
