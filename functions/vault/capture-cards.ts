import type { BytesResponse } from '#platform/http/egress/egress.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import type { Table } from '#platform/table/table.ts';
import type { CardToStore, CardVault } from '#vault/cards/card-vault.ts';
import { tenantSettings } from '#vault/cards/tenant-settings.ts';
import { auditFieldsOf, implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { captureCards } from '#vault/proxy/capture/capture-operations.ts';
import {
  type ExhaustedProfiles,
  exhaustedProfiles,
} from '#vault/proxy/capture/exhausted-profiles.ts';
import { liveProfiles } from '#vault/proxy/capture/live-profiles.ts';
import type { ProfileStore } from '#vault/proxy/capture/profile-store.ts';
import { TooManySelected, UnreadableResponse } from '#vault/proxy/capture/selected-nodes.ts';
import { TooLong } from '#vault/proxy/capture/step-budget.ts';
import { maxSearchMs, tokenizeResponse } from '#vault/proxy/capture/tokenize-response.ts';
import { forwardedHeaders } from '#vault/proxy/send/forwarded-headers.ts';
import { liveEgress } from '#vault/proxy/send/live-egress.ts';
import { maskResponse } from '#vault/proxy/send/mask-response.ts';
import {
  allowedTarget,
  callTarget,
  type Egress,
  readableBody,
  tenantResponse,
  timeFor,
} from '#vault/proxy/send/send-to-target.ts';
import { VaultError } from '#vault/vault-error.ts';

interface Services {
  readonly cards: Pick<CardVault, 'store'>;
  readonly credentials: Pick<Table, 'get'>;
  readonly profiles: Pick<ProfileStore, 'named'>;
  readonly egress: Egress;
  readonly exhausted: ExhaustedProfiles;
}

/**
 * Time reserved for the steps after the answer, in milliseconds: storing its cards, and the
 * response.
 */
const reservedMs = 4_000;

/** The part of it for storing the cards, in milliseconds; the rest is for the response. */
const storingMs = 2_000;

/** Any digits that could be a card number: for answers that cannot be parsed. */
const couldBeNumbers = { isNumber: () => true };

/**
 * Calls a tenant's target, stores the cards of its answer, and returns the answer with tokens and
 * without numbers and codes.
 */
export const capture = implementVault(captureCards, async (request, services: Services) => {
  const { cards, credentials, profiles, egress, exhausted } = services;
  const { tenant } = request.caller;
  const who = { ...auditFieldsOf(request), tenant };
  const [target, profile, { cvcSeconds, retainSeconds }] = await Promise.all([
    allowedTarget(who, request.query, egress),
    profiles.named(tenant, request.query.profile),
    tenantSettings(credentials, tenant),
  ]);
  if (!profile) throw new VaultError('validation_error', { profile: ['is not known'] });
  if (exhausted.isPaused(tenant, profile.id, request.now)) throw tooLong();

  const message = { headers: forwardedHeaders(request.headers), body: request.body };
  const result = await callTarget(
    target,
    message,
    timeFor(request.remainingMs(), reservedMs),
    egress,
  );
  if (result.kind === 'unanswered') throw result.error;
  const { response } = result;
  const storing = {
    ...who,
    cvcSeconds,
    retainSeconds,
    reason: `captured from ${target.url.hostname}`,
  };
  const store = async (card: CardToStore) => (await cards.store(storing, card)).token;

  const body = await readableBody(response);
  if (body.length === 0) return tenantResponse(response, body, couldBeNumbers);
  try {
    const searchMs = Math.max(1, Math.min(maxSearchMs, request.remainingMs() - storingMs));
    const tokenized = tokenizeResponse(body, profile.profile, request.now, searchMs);
    try {
      const placed = await tokenized.place(store);
      return tenantResponse(response, placed.body, couldBeNumbers, placed.headers);
    } finally {
      tokenized.erase();
    }
  } catch (error) {
    if (error instanceof TooManySelected) {
      throw new VaultError('validation_error', { profile: ['finds too many messages or cards'] });
    }
    if (error instanceof TooLong) {
      exhausted.ranOut(tenant, profile.id, request.now);
      throw tooLong();
    }
    if (error instanceof UnreadableResponse) return maskUnread(response, body);
    throw error;
  } finally {
    body.fill(0);
  }
});

const tooLong = () =>
  new VaultError('validation_error', { profile: ['takes too long to find its cards'] });

/**
 * Masks an answer that was not parsed. An error answer may have any form; an answer that should
 * contain cards may not.
 */
function maskUnread(response: BytesResponse, body: Buffer): RawResponse {
  if (response.status < 300) throw new VaultError('destination_error');
  return tenantResponse(response, maskResponse(body, false, couldBeNumbers), couldBeNumbers);
}

export const handler = vaultLambda(capture, () => ({
  cards: liveVault().cards,
  credentials: liveVault().table('credentials'),
  profiles: liveProfiles(),
  egress: liveEgress(),
  exhausted: exhaustedProfiles(),
}));
