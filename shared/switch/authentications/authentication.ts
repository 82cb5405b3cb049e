import * as v from 'valibot';
import type { AuthenticationOutcome } from '#connectors/interface/three-ds.ts';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import { derivedId, randomText } from '#platform/ids.ts';
import { Address } from '#vocabulary/address.ts';
import { CustomerDetails } from '../customers/customer-details.ts';
import { BrowserInfo } from '../payments/request/browser-info.ts';

export const AuthenticationStatus = v.picklist(['started', 'pending', 'success', 'failed']);

/**
 * The transaction status of EMV 3-D Secure: authenticated, not authenticated, could not be,
 * attempted, rejected, challenge, decoupled challenge, information only.
 */
export const TransactionStatus = v.picklist(['Y', 'N', 'U', 'A', 'R', 'C', 'D', 'I']);

export const ScaExemption = v.picklist(['low_value', 'transaction_risk_analysis']);

const text = v.optional(v.string());

/** The 3-D Secure server that was asked last, and its facts about the authentication. */
const Asked = v.object({
  connectorName: v.string(),
  connectorAccountId: v.string(),
  /** The server's name of the authentication, another one for each card. */
  reference: v.string(),
  version: text,
  serverTransactionId: text,
  acsTransactionId: text,
  dsTransactionId: text,
  /** The bank's page for the challenge. */
  challengeUrl: text,
  flow: v.optional(v.picklist(['challenge', 'frictionless'])),
  electronicCommerceIndicator: text,
});

/**
 * A customer's 3-D Secure authentication that belongs to no payment. It holds no card and no
 * cryptogram: the 3-D Secure server gives the proof each time that the merchant asks.
 */
export const PlainAuthentication = v.looseObject({
  merchantId: v.string(),
  id: v.string(),
  profileId: v.string(),
  requestFingerprint: text,
  clientSecret: v.string(),
  status: AuthenticationStatus,
  transactionStatus: v.optional(TransactionStatus),
  amountMinor: v.number(),
  currency: v.string(),
  /** The 3-D Secure server that the merchant chose. */
  chosenConnector: text,
  returnUrl: text,
  forceChallenge: v.boolean(),
  exemption: v.optional(ScaExemption),
  profileAcquirerId: text,
  acquirer: v.object({ bin: text, merchantId: text, countryCode: text }),
  customer: v.optional(CustomerDetails),
  /** Facts of the payer, as the eligibility stated them. */
  payer: v.optional(
    v.object({
      billing: v.optional(Address),
      shipping: v.optional(Address),
      browser: v.optional(BrowserInfo),
      email: text,
    }),
  ),
  /** How often a card was sent to a 3-D Secure server. */
  starts: v.number(),
  asked: v.optional(Asked),
  error: v.optional(v.object({ code: v.nullable(v.string()), message: v.string() })),
  createdAt: v.string(),
  modifiedAt: v.string(),
  /** The end of the session of the payer's page. */
  expiresAt: v.string(),
  version: v.number(),
});
export type PlainAuthentication = v.InferOutput<typeof PlainAuthentication>;

/** The facts that a new authentication is made of. */
export type StatedAuthentication = Pick<
  PlainAuthentication,
  | 'merchantId'
  | 'id'
  | 'profileId'
  | 'requestFingerprint'
  | 'amountMinor'
  | 'currency'
  | 'chosenConnector'
  | 'returnUrl'
  | 'forceChallenge'
  | 'exemption'
  | 'profileAcquirerId'
  | 'acquirer'
  | 'customer'
>;

/** As Hyperswitch: the session of a payer's page lasts 15 minutes, in milliseconds. */
const sessionMs = 900_000;

/** An authentication of which no card is known yet. */
export function newAuthentication(facts: StatedAuthentication, now: Date): PlainAuthentication {
  const at = now.toISOString();
  return {
    ...facts,
    clientSecret: `${facts.id}_secret_${randomText(20)}`,
    status: 'started',
    starts: 0,
    createdAt: at,
    modifiedAt: at,
    expiresAt: new Date(now.getTime() + sessionMs).toISOString(),
    version: 1,
  };
}

/** Whether the bank has decided: a decision never changes. */
export const isDecided = ({ transactionStatus }: PlainAuthentication): boolean =>
  transactionStatus === 'Y' || transactionStatus === 'N';

/** Throws `invalid_request` for an authentication that the bank has decided. */
export function checkUndecided(authentication: PlainAuthentication): void {
  if (!isDecided(authentication)) return;
  const { transactionStatus } = authentication;
  throw new SwitchError('invalid_request', {
    message: `authentication status for the given authentication_id is already in ${transactionStatus}`,
  });
}

/** The most cards of one authentication: one secret must not serve to try many stolen cards. */
const mostStarts = 10;

/** Throws `precondition_failed` after too many cards. */
export function checkStarts({ starts }: PlainAuthentication): void {
  if (starts < mostStarts) return;
  throw new SwitchError('precondition_failed', {
    message: `Reached maximum of ${mostStarts} cards for this authentication`,
  });
}

/** Throws `authentication_not_found` for the authentication of another profile than the caller's. */
export function checkAuthenticationProfile(
  authentication: PlainAuthentication,
  { profileId }: { readonly profileId?: string },
): void {
  if (profileId !== undefined && authentication.profileId !== profileId) {
    throw new SwitchError('authentication_not_found');
  }
}

/** Compares the secret before it checks the expiry; that order is part of the API. */
export function checkAuthenticationSecret(
  authentication: PlainAuthentication,
  clientSecret: string,
  now: Date,
): void {
  if (clientSecret !== authentication.clientSecret) {
    throw new SwitchError('client_secret_mismatch');
  }
  if (now.getTime() > Date.parse(authentication.expiresAt)) {
    throw new SwitchError('client_secret_expired');
  }
}

type Payer = NonNullable<PlainAuthentication['payer']>;

/** The server's name for the next start of this authentication, which was never sent before. */
const nextReference = ({ merchantId, id, starts }: PlainAuthentication) =>
  derivedId('authn', merchantId, id, String(starts + 1));

/** The authentication before a card is sent to a server, under a reference of its own. */
export function beginStart(
  authentication: PlainAuthentication,
  { account, payer }: { readonly account: ConnectorAccount; readonly payer: Payer },
  now: Date,
): { readonly reference: string; readonly begun: PlainAuthentication } {
  const reference = nextReference(authentication);
  const { error: _, transactionStatus: __, ...before } = authentication;
  return {
    reference,
    begun: {
      ...before,
      starts: authentication.starts + 1,
      status: 'started',
      payer,
      asked: {
        connectorName: account.connectorName,
        connectorAccountId: account.id,
        reference,
      },
      modifiedAt: now.toISOString(),
    },
  };
}

/**
 * The authentication after its start. A server that knows the result already reports it in answer
 * to the authenticate: until then the page may have to run the 3-D Secure method.
 */
export function afterStart(
  current: PlainAuthentication,
  reference: string,
  outcome: AuthenticationOutcome,
  now: Date,
): PlainAuthentication {
  const { asked } = current;
  if (asked?.reference !== reference || isDecided(current)) return current;
  const modifiedAt = now.toISOString();
  if (!('ids' in outcome)) {
    return { ...current, status: 'failed', error: errorOf(outcome), modifiedAt };
  }
  const known = { ...asked, ...outcome.ids };
  return current.status === 'started'
    ? { ...current, status: 'pending', asked: known, modifiedAt }
    : { ...current, asked: known, modifiedAt };
}

/** The authentication after a sync. An outcome without a result changes nothing. */
export function afterSync(
  current: PlainAuthentication,
  reference: string,
  outcome: AuthenticationOutcome,
  now: Date,
): PlainAuthentication {
  const { asked } = current;
  if (asked?.reference !== reference || isDecided(current) || !('ids' in outcome)) return current;
  const { challengeUrl: _, ...before } = asked;
  const known = { ...before, ...outcome.ids };
  const modifiedAt = now.toISOString();
  switch (outcome.result) {
    case 'challenge':
      return {
        ...current,
        status: 'pending',
        transactionStatus: 'C',
        asked: { ...known, challengeUrl: outcome.url, flow: 'challenge' },
        modifiedAt,
      };
    case 'authenticated': {
      const { electronicCommerceIndicator: indicator } = outcome.authenticationData;
      return {
        ...current,
        status: 'success',
        transactionStatus: 'Y',
        asked: {
          ...known,
          flow: outcome.flow,
          ...(indicator !== undefined && { electronicCommerceIndicator: indicator }),
        },
        modifiedAt,
      };
    }
    case 'refused':
      return {
        ...current,
        status: 'failed',
        transactionStatus: 'N',
        asked: { ...known, flow: outcome.flow },
        modifiedAt,
      };
  }
}

/** Why an outcome brings no result. */
export function errorOf(
  outcome: Exclude<AuthenticationOutcome, { readonly ids: unknown }>,
): NonNullable<PlainAuthentication['error']> {
  if (outcome.result === 'not_enrolled') {
    return { code: null, message: "The card's bank does not take part in 3-D Secure" };
  }
  return {
    code: outcome.code ?? null,
    message: outcome.message ?? 'The authentication server does not answer',
  };
}
