import { jsonResponse } from '#platform/http/response/raw-response.ts';
import { liveTable, type Table } from '#platform/table/table.ts';
import { erase } from '#vault/cards/card.ts';
import { type CardToStore, type CardVault, newCardToken } from '#vault/cards/card-vault.ts';
import { type CoBadgedRanges, coBadgedRanges } from '#vault/cards/co-badged-ranges.ts';
import { isOnlyCode, presentCard, readCode, readNewCard } from '#vault/cards/new-card.ts';
import { claimOf, hashesOf, storeCardOnce } from '#vault/cards/store-card-once.ts';
import { storeOnce } from '#vault/cards/store-once.ts';
import {
  defaultTokenSeconds,
  type SessionToken,
  sessionTokens,
  TokenRefused,
} from '#vault/credentials/session-tokens.ts';
import type { CvcStore } from '#vault/cvc/cvc-store.ts';
import { pageVisits } from '#vault/http/limits.ts';
import { isSharedAddress } from '#vault/http/loopback.ts';
import { implementVault } from '#vault/http/vault-implement.ts';
import type { TenantKeys } from '#vault/keys/tenant-keys.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { auditRefusals } from '#vault/pages/audit-refusal.ts';
import { chosenBrandOf, startLookedUp } from '#vault/pages/brand-choice.ts';
import { checkCard, checkRules } from '#vault/pages/capture-rules.ts';
import { captureCard } from '#vault/pages/operations.ts';
import {
  bearerOf,
  checkRenewed,
  type PageServices,
  sessionActor,
} from '#vault/pages/page-session.ts';

interface Services extends Pick<PageServices, 'tokens' | 'visits' | 'audit'> {
  readonly cards: Pick<CardVault, 'store'>;
  readonly codes: Pick<CvcStore, 'store' | 'matches'>;
  readonly keys: Pick<TenantKeys, 'current'>;
  readonly credentials: Pick<Table, 'get' | 'changeWhere'>;
  readonly ranges: CoBadgedRanges;
}

/** A request of the form. */
interface SentForm {
  readonly sessionToken: string;
  /** The origin of the page around the form; the form knows it from the token that opened it. */
  readonly pageOrigin: string | undefined;
  /** The browser's IP address. */
  readonly sourceIp: string;
  readonly requestId: string;
  readonly now: Date;
  /** Milliseconds until this function is stopped. */
  readonly remainingMs: number;
}

/**
 * Stores the card that the customer typed into the form, or only the service code of a saved card.
 * A request with the first digits of a card stores nothing: it asks for the brands of such cards.
 *
 * The first request uses up the token, and a token stores one card. The form repeats a request whose
 * answer was lost: the same card with the same token gets the same answer, also after a crash. Every
 * other card is refused with `session_expired`.
 */
export const capture = implementVault(captureCard, async (request, services: Services) => {
  const { body, query: rules, headers, sourceIp, requestId, now } = request;
  const sessionToken = bearerOf(headers);
  checkRules(rules);
  const remainingMs = request.remainingMs();
  const form = { sessionToken, pageOrigin: body.origin, sourceIp, requestId, now, remainingMs };
  const brandsOf = async (digits: string) => {
    await services.tokens.lookUp(sessionToken, { scope: 'card', onlyCode: false, now });
    return services.ranges.brandsOf(digits);
  };
  const start = startLookedUp(body.card);
  if (start !== undefined) return { data: { card_types: [...(await brandsOf(start))] } };
  if (isOnlyCode(body.card)) {
    const cvc = readCode(body.card);
    try {
      const cardToken = await storeTypedCode(form, cvc, services);
      // The token stands for the code only, so it is no card of the API.
      return jsonResponse(200, { data: { attributes: { card_token: cardToken } } });
    } finally {
      cvc.fill(0);
    }
  }
  const { card_type: stated, ...typed } = body.card;
  const typedCard = readNewCard(typed, { now, refusePast: true });
  try {
    const card = { ...typedCard, chosenBrand: await chosenBrandOf(stated, typedCard, brandsOf) };
    checkCard(card, rules);
    return { data: presentCard(await storeTypedCard(form, card, services)) };
  } finally {
    erase(typedCard);
  }
});

const storeTypedCard = (form: SentForm, card: CardToStore, services: Services) =>
  auditRefusals(services, form, async (isGood) => {
    const { sessionToken, pageOrigin, now, remainingMs } = form;
    const use = { scope: 'card', onlyCode: false, now } as const;
    const { token, ...claimed } = await services.tokens.claim(sessionToken, use, async (usable) => {
      checkRenewed(usable, pageOrigin);
      const hash = await hashesOf(services.keys, usable.tenant, now);
      return claimOf(hash, card, now.getTime() + remainingMs);
    });
    isGood(token);
    const reason = 'typed into the form';
    const refusal = () => new TokenRefused('session_expired', token);
    const request = { ...requestOf(form, token), ...claimed, reason, remainingMs, refusal };
    return storeCardOnce(services, request, card);
  });

const storeTypedCode = (form: SentForm, cvc: Buffer, services: Services) =>
  auditRefusals(services, form, async (isGood) => {
    const { sessionToken, pageOrigin, now, remainingMs } = form;
    const { tokens, codes, credentials } = services;
    const use = { scope: 'card', onlyCode: true, now } as const;
    const { token, ...claimed } = await tokens.claim(sessionToken, use, async (usable) => {
      checkRenewed(usable, pageOrigin);
      // A hash of three digits could be tried out, so the stored code is compared instead.
      return { token: newCardToken(), body: 'code', workingUntilMs: now.getTime() + remainingMs };
    });
    isGood(token);
    const request = requestOf(form, token);
    const refusal = () => new TokenRefused('session_expired', token);
    return storeOnce<string>(credentials, {
      ...{ ...claimed, now, remainingMs, refusal },
      async store(cardToken) {
        const reason = 'typed into the form for a saved card';
        const seconds = defaultTokenSeconds.card;
        await codes.store({ ...request, cardToken, cvc, reason, seconds, ifPresent: 'keep' });
        return cardToken;
      },
      recordOf: () => ({}),
      async repeat(cardToken) {
        const { tenant } = request;
        if ((await codes.matches({ tenant, cardToken, cvc, now })) === false) throw refusal();
        return cardToken;
      },
    });
  });

const requestOf = ({ sourceIp, requestId, now }: SentForm, token: SessionToken) => ({
  tenant: token.tenant,
  actor: sessionActor(token),
  origin: sourceIp,
  requestId,
  now,
});

export const handler = vaultLambda(capture, () => {
  const credentials = () => liveVault().table('credentials');
  const { audit, cards, codes, keys } = liveVault();
  return {
    tokens: sessionTokens(credentials),
    visits: pageVisits(credentials, isSharedAddress),
    credentials: credentials(),
    audit,
    cards,
    codes,
    keys,
    // A vault in an account of its own does not reach the switch's table.
    ranges: coBadgedRanges(process.env.TABLE_NAME ? liveTable : undefined),
  };
});
