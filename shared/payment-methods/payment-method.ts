import * as v from 'valibot';
import { networkOfBrand } from '../card-networks/card-networks.part.ts';
import type { Customer } from '../customers/customer.ts';
import { SwitchError } from '../errors.ts';
import { compact, JsonObject } from '../schema.ts';
import { Brand, type MaskedCard } from '../vault/cards/card.ts';
import { Address } from '../vocabulary/address.ts';
import type { CreatePaymentMethodRequest } from './operations.ts';

export const PaymentMethodStatus = v.picklist([
  'active',
  'inactive',
  'processing',
  'awaiting_data',
  'new',
  'redacted',
]);
export type PaymentMethodStatus = v.InferOutput<typeof PaymentMethodStatus>;

/** What may be known of a saved card: nothing of it pays. The number lies in the vault. */
export const SavedCard = v.looseObject({
  /** The vault's token. */
  token: v.string(),
  /** By which a merchant's equal numbers are found (the vault's). */
  fingerprint: v.string(),
  /** What the vault calls its network. */
  brand: v.optional(Brand),
  last4: v.string(),
  expiryMonth: v.string(),
  expiryYear: v.string(),
  holderName: v.optional(v.string()),
  nickName: v.optional(v.string()),
  /** First six digits. */
  isin: v.optional(v.string()),
  /** As in CardNetwork. */
  network: v.optional(v.string()),
  issuer: v.optional(v.string()),
  issuingCountry: v.optional(v.string()),
  issuingCountryCode: v.optional(v.string()),
  /** `credit` or `debit`, where it is known. */
  type: v.optional(v.string()),
});
export type SavedCard = v.InferOutput<typeof SavedCard>;

/** What a processor keeps of a payment method since a payment that the customer agreed in. */
export const ConnectorMandate = v.looseObject({ connectorMandateId: v.string() });

/** Something that a customer pays with again and again. */
export const PaymentMethod = v.looseObject({
  merchantId: v.string(),
  /** `pm_` and 20 letters and digits. */
  id: v.string(),
  customerId: v.string(),
  status: PaymentMethodStatus,
  /** `card`, `wallet`, … */
  method: v.optional(v.string()),
  /** `credit`, `debit`, `apple_pay`, … */
  type: v.optional(v.string()),
  issuer: v.optional(v.string()),
  issuerCode: v.optional(v.string()),
  card: v.optional(SavedCard),
  /** What processors keep of it, by connector account. */
  connectorMandates: v.optional(v.record(v.string(), ConnectorMandate)),
  /** The card network's name for the first payment that the customer agreed in. */
  networkTransactionId: v.optional(v.string()),
  /** The vault's token of the card that goes with one that is being deleted. */
  leaving: v.optional(v.string()),
  billing: v.optional(Address),
  metadata: v.optional(JsonObject),
  clientSecret: v.optional(v.string()),
  createdAt: v.string(),
  lastUsedAt: v.string(),
  version: v.number(),
});
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>;

/** What is known of a payment method before there is anything to pay with. */
export type Facts = Partial<
  Pick<PaymentMethod, 'method' | 'type' | 'issuer' | 'issuerCode' | 'billing' | 'metadata'>
>;

/** What a request says of a payment method, whatever it is made of. */
export const factsIn = (request: CreatePaymentMethodRequest): Facts =>
  compact({
    method: request.payment_method,
    type: request.payment_method_type,
    issuer: request.payment_method_issuer,
    issuerCode: request.payment_method_issuer_code,
    billing: request.billing,
    metadata: request.metadata,
  });

/** How long a customer's browser may complete or change a new payment method, in seconds. */
export const clientSecretSeconds = 900;

/** Names of its own, which nobody can guess: an identifier, and the end of the secret. */
export interface Names {
  readonly id: string;
  readonly secret: string;
}

interface Owner {
  readonly merchantId: string;
  readonly customerId: string;
}

/** One that waits for what the customer will pay with. */
export const awaitedPaymentMethod = (
  { merchantId, customerId }: Owner,
  facts: Facts,
  names: Names,
  now: Date,
): PaymentMethod => ({
  ...newRecord({ merchantId, customerId }, names, now),
  ...compact(facts),
  status: 'awaiting_data',
});

/** A card of the vault that is being saved. */
export function savedPaymentMethod(request: SaveCard, names: Names): PaymentMethod {
  const { type, status, metadata, more, now } = request;
  return {
    ...newRecord(request, names, now),
    ...compact({ ...more, type, metadata }),
    method: 'card',
    card: savedCard(request),
    status,
  };
}

const newRecord = ({ merchantId, customerId }: Owner, { id, secret }: Names, now: Date) => ({
  merchantId,
  id,
  customerId,
  clientSecret: `${id}_secret_${secret}`,
  createdAt: now.toISOString(),
  lastUsedAt: now.toISOString(),
  version: 1,
});

/** One that waited, with the card that came. What was known before stays unless it is said anew. */
export function completedPaymentMethod(awaited: PaymentMethod, request: SaveCard): PaymentMethod {
  const { type, status, metadata, more, now } = request;
  return {
    ...awaited,
    ...compact({ ...more, type, metadata }),
    method: 'card',
    card: savedCard(request),
    status,
    lastUsedAt: now.toISOString(),
  };
}

function savedCard({ card, facts }: SaveCard): SavedCard {
  const isin = card.maskedNumber.slice(0, 6);
  return {
    token: card.token,
    fingerprint: card.fingerprint,
    brand: card.brand,
    last4: card.maskedNumber.slice(-4),
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    ...compact({
      holderName: card.holderName,
      nickName: facts.nick_name,
      isin: /^\d{6}$/.test(isin) ? isin : undefined,
      network: facts.card_network ?? networkOfBrand(card.brand),
      issuer: facts.card_issuer,
      issuingCountry: facts.card_issuing_country,
      issuingCountryCode: facts.card_issuing_country_code,
      type: facts.card_type,
    }),
  };
}

/** Whether saving this card says anything about it that is not known: expiry, holder, nick name. */
export function hasNewDetails({ card }: PaymentMethod, request: SaveCard): boolean {
  const next = savedCard(request);
  return (
    card?.expiryMonth !== next.expiryMonth ||
    card.expiryYear !== next.expiryYear ||
    (next.holderName !== undefined && card.holderName !== next.holderName) ||
    (next.nickName !== undefined && card.nickName !== next.nickName)
  );
}

/** The payment method over the newest capture of its number: what is not said anew stays. */
export const withNewDetails = (paymentMethod: PaymentMethod, request: SaveCard): PaymentMethod => ({
  ...withEffectiveStatus(paymentMethod, request.status),
  card: { ...paymentMethod.card, ...savedCard(request) },
});

/** What a payment makes of it: one that was not worth anything yet may become so, and stays so. */
export function withEffectiveStatus(
  paymentMethod: PaymentMethod,
  status?: PaymentMethodStatus,
): PaymentMethod {
  const rises = paymentMethod.status === 'inactive' && status === 'active' && paymentMethod.card;
  return rises ? { ...paymentMethod, status: 'active' } : paymentMethod;
}

/** That a payment used a payment method, and what its processor keeps of it since. */
export interface MethodUse {
  readonly status?: PaymentMethodStatus;
  readonly connectorMandate?: {
    readonly accountId: string;
    readonly connectorMandateId: string;
    readonly networkTransactionId?: string | undefined;
  };
  readonly now: Date;
}

function withConnectorMandate(
  paymentMethod: PaymentMethod,
  kept: MethodUse['connectorMandate'],
): PaymentMethod {
  if (!kept) return paymentMethod;
  const { accountId, connectorMandateId, networkTransactionId } = kept;
  if (paymentMethod.connectorMandates?.[accountId]?.connectorMandateId === connectorMandateId) {
    return paymentMethod;
  }
  return {
    ...paymentMethod,
    connectorMandates: { ...paymentMethod.connectorMandates, [accountId]: { connectorMandateId } },
    ...(networkTransactionId !== undefined && { networkTransactionId }),
  };
}

/** The payment method without what its processor does not keep any more; the same one where it keeps it not. */
export function withoutConnectorMandate(
  paymentMethod: PaymentMethod,
  { accountId, connectorMandateId }: { accountId: string; connectorMandateId: string },
): PaymentMethod {
  if (paymentMethod.connectorMandates?.[accountId]?.connectorMandateId !== connectorMandateId) {
    return paymentMethod;
  }
  const { [accountId]: _, ...connectorMandates } = paymentMethod.connectorMandates;
  return { ...paymentMethod, connectorMandates };
}

/** The payment method after a payment used it. Uses that are heard of late change nothing. */
export function usedPaymentMethod(
  paymentMethod: PaymentMethod,
  { status, now, connectorMandate: kept }: MethodUse,
): PaymentMethod {
  const at = now.toISOString();
  const known = withConnectorMandate(withEffectiveStatus(paymentMethod, status), kept);
  return at > known.lastUsedAt ? { ...known, lastUsedAt: at } : known;
}

/** What is left of one that is being deleted, until its card has left the vault. */
export const leavingPaymentMethod = (paymentMethod: PaymentMethod): PaymentMethod => {
  const { merchantId, id, customerId, card, createdAt, lastUsedAt, version } = paymentMethod;
  return {
    ...{ merchantId, id, customerId, createdAt, lastUsedAt, version },
    ...compact({ leaving: card?.token }),
    status: 'redacted',
  };
};

/** What may be changed about a saved card; its number may not. */
export interface CardChange {
  readonly expiryMonth?: string | undefined;
  readonly expiryYear?: string | undefined;
  readonly holderName?: string | undefined;
  readonly nickName?: string | undefined;
}

/** The card as it is to be, and whether the vault has to hear of it: it keeps no nick names. */
export function changedCard(
  card: SavedCard,
  given: CardChange,
): { readonly card: SavedCard; readonly changes: 'nothing' | 'nick name' | 'in the vault' } {
  const next = { ...card, ...compact(given) };
  const inVault = (['expiryMonth', 'expiryYear', 'holderName'] as const).some(
    (name) => next[name] !== card[name],
  );
  if (inVault) return { card: next, changes: 'in the vault' };
  return { card: next, changes: next.nickName === card.nickName ? 'nothing' : 'nick name' };
}

/** Its status by now: what nobody completed in time is worth nothing. */
export const statusAt = (paymentMethod: PaymentMethod, now: Date): PaymentMethodStatus =>
  paymentMethod.status === 'awaiting_data' && isOver(paymentMethod, now)
    ? 'inactive'
    : paymentMethod.status;

/**
 * Refuses a customer's browser that shows another secret, or comes too late.
 *
 * @throws SwitchError `client_secret_mismatch`, `client_secret_expired`
 */
export function checkPaymentMethodSecret(
  paymentMethod: PaymentMethod,
  clientSecret: string,
  now: Date,
): void {
  if (clientSecret !== paymentMethod.clientSecret) throw new SwitchError('client_secret_mismatch');
  if (isOver(paymentMethod, now)) throw new SwitchError('client_secret_expired');
}

const isOver = ({ createdAt }: PaymentMethod, now: Date) =>
  now.getTime() > Date.parse(createdAt) + clientSecretSeconds * 1_000;

export interface SaveCard {
  readonly merchantId: string;
  readonly customerId: string;
  readonly card: MaskedCard;
  /** What the vault does not know of it, in the words of the API. */
  readonly facts: {
    readonly nick_name?: string | null | undefined;
    readonly card_network?: string | null | undefined;
    readonly card_issuer?: string | null | undefined;
    readonly card_type?: string | null | undefined;
    readonly card_issuing_country?: string | null | undefined;
    readonly card_issuing_country_code?: string | null | undefined;
  };
  readonly type?: string | null | undefined;
  /** `inactive` for one whose payment has not been taken yet. */
  readonly status: 'active' | 'inactive';
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** What a new one is to be called; made up where it is absent. */
  readonly names?: Names | undefined;
  /** What else the merchant said of it. */
  readonly more?: Pick<Facts, 'issuer' | 'issuerCode' | 'billing'> | undefined;
  /** As it was read, where it was: one whose first payment method this is gets it as the default. */
  readonly customer?: Customer | undefined;
  /**
   * Whether the vault still has a card. Where it says so, a card of which nothing new is said stays
   * as it is; without it the payment method always takes the newest capture of its number.
   */
  isInVault?(token: string): Promise<boolean>;
  readonly now: Date;
}
