import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { ownMember } from '#platform/own-member.ts';
import { compact, JsonObject } from '#platform/schema.ts';
import { Brand, type MaskedCard } from '#vault/cards/card.ts';
import { Address } from '#vocabulary/address.ts';
import { networkOfBrand } from '#vocabulary/card-networks/card-networks.ts';
import type { Customer } from '../customers/customer.ts';
import { SavedBankAccount } from './bank-accounts/bank-account.ts';
import type { CreatePaymentMethodRequest } from './operations.ts';

/** The status of a saved payment method. */
export const PaymentMethodStatus = v.picklist([
  'active',
  'inactive',
  'processing',
  'awaiting_data',
  'new',
  'redacted',
]);
export type PaymentMethodStatus = v.InferOutput<typeof PaymentMethodStatus>;

/** A saved card as it may be stored: nothing here can be charged. The number is in the vault. */
export const SavedCard = v.looseObject({
  /** The vault's token; absent for a masked card, of which only a processor has the number. */
  token: v.optional(v.string()),
  /**
   * The vault's fingerprint: equal for equal card numbers of one merchant. For a masked card a name
   * derived from the facts by which it is recognized: see `maskedFingerprint`.
   */
  fingerprint: v.string(),
  /** The network, as the vault names it. */
  brand: v.optional(Brand),
  last4: v.string(),
  expiryMonth: v.string(),
  expiryYear: v.string(),
  holderName: v.optional(v.string()),
  nickName: v.optional(v.string()),
  /** The first six digits. */
  isin: v.optional(v.string()),
  /** As in CardNetwork. */
  network: v.optional(v.string()),
  issuer: v.optional(v.string()),
  issuingCountry: v.optional(v.string()),
  issuingCountryCode: v.optional(v.string()),
  /** `credit` or `debit`, if known. */
  type: v.optional(v.string()),
});
export type SavedCard = v.InferOutput<typeof SavedCard>;

/**
 * A processor's own credential for a payment method, stored since a payment to which the customer
 * consented.
 */
const ConnectorMandate = v.looseObject({
  connectorMandateId: v.string(),
  /** ISO 4217, of the latest payment by which the customer consented; absent on older records. */
  currency: v.optional(v.string()),
  /** Of the payment by which the customer consented, as a migrated record states it. */
  amountMinor: v.optional(v.number()),
});

/** A payment method that a customer uses again and again. */
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
  bankAccount: v.optional(SavedBankAccount),
  /** The processors' credentials for it, by connector account. */
  connectorMandates: v.optional(v.record(v.string(), ConnectorMandate)),
  /** The processors' own ids of the customer who paid with it, by connector account. */
  connectorCustomers: v.optional(v.record(v.string(), v.string())),
  /** The card network's id of the first payment to which the customer consented. */
  networkTransactionId: v.optional(v.string()),
  /** While it is being deleted: the vault token of the card that must still be deleted. */
  leaving: v.optional(v.string()),
  billing: v.optional(Address),
  metadata: v.optional(JsonObject),
  clientSecret: v.optional(v.string()),
  /** Until when it awaits its data, where a link for it was created; else 15 minutes. */
  awaitsUntil: v.optional(v.string()),
  createdAt: v.string(),
  lastUsedAt: v.string(),
  version: v.number(),
});
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>;

/** The facts of a payment method without its data. */
export type Facts = Partial<
  Pick<PaymentMethod, 'method' | 'type' | 'issuer' | 'issuerCode' | 'billing' | 'metadata'>
>;

/** The credentials by which a payment method is charged without its customer. */
export type Credentials = Partial<
  Pick<PaymentMethod, 'connectorMandates' | 'connectorCustomers' | 'networkTransactionId'>
>;

/**
 * The payment method with the stated credentials that it lacks: those that it has stay, since a
 * payment may have renewed them. The same object when it lacks none.
 */
export function withMissingCredentials(
  paymentMethod: PaymentMethod,
  stated: Credentials = {},
): PaymentMethod {
  const { connectorMandates, connectorCustomers, networkTransactionId } = paymentMethod;
  const next = {
    ...paymentMethod,
    ...compact({
      connectorMandates: stated.connectorMandates && {
        ...stated.connectorMandates,
        ...connectorMandates,
      },
      connectorCustomers: stated.connectorCustomers && {
        ...stated.connectorCustomers,
        ...connectorCustomers,
      },
      networkTransactionId: networkTransactionId ?? stated.networkTransactionId,
    }),
  };
  const size = (map: object = {}) => Object.keys(map).length;
  const isSame =
    size(next.connectorMandates) === size(connectorMandates) &&
    size(next.connectorCustomers) === size(connectorCustomers) &&
    next.networkTransactionId === networkTransactionId;
  return isSame ? paymentMethod : next;
}

/** The payment method with the stated credentials; the same object when it has them all. */
export function withRenewedCredentials(
  paymentMethod: PaymentMethod,
  stated: Credentials,
): PaymentMethod {
  const { connectorMandates = {}, connectorCustomers = {}, networkTransactionId } = paymentMethod;
  const mandates = Object.entries(stated.connectorMandates ?? {});
  const customers = Object.entries(stated.connectorCustomers ?? {});
  const isSame =
    mandates.every(
      ([id, one]) =>
        ownMember(connectorMandates, id)?.connectorMandateId === one.connectorMandateId,
    ) &&
    customers.every(([id, one]) => ownMember(connectorCustomers, id) === one) &&
    (stated.networkTransactionId ?? networkTransactionId) === networkTransactionId;
  if (isSame) return paymentMethod;
  return {
    ...paymentMethod,
    ...stated,
    ...(mandates.length > 0 && {
      connectorMandates: { ...connectorMandates, ...stated.connectorMandates },
    }),
    ...(customers.length > 0 && {
      connectorCustomers: { ...connectorCustomers, ...stated.connectorCustomers },
    }),
  };
}

/** The facts that a request states beside its data. */
export const factsIn = (request: CreatePaymentMethodRequest): Facts =>
  compact({
    method: request.payment_method,
    type: request.payment_method_type,
    issuer: request.payment_method_issuer,
    issuerCode: request.payment_method_issuer_code,
    billing: request.billing,
    metadata: request.metadata,
  });

/** How long a client may complete or change a new payment method, in seconds. */
const clientSecretSeconds = 900;

/** Unguessable names: the id, and the end of the client secret. */
export interface Names {
  readonly id: string;
  readonly secret: string;
}

interface Owner {
  readonly merchantId: string;
  readonly customerId: string;
}

/** A payment method that awaits its data: until that time, or for 15 minutes. */
export const awaitedPaymentMethod = (
  { merchantId, customerId }: Owner,
  facts: Facts,
  names: Names,
  now: Date,
  until?: string,
): PaymentMethod => ({
  ...newRecord({ merchantId, customerId }, names, now),
  ...compact({ ...facts, awaitsUntil: until }),
  status: 'awaiting_data',
});

/** A new payment method for a verified bank account. */
export const bankPaymentMethod = (
  { merchantId, customerId, type, names, now }: SaveBankAccount,
  bankAccount: SavedBankAccount,
): PaymentMethod => ({
  ...newRecord({ merchantId, customerId }, names, now),
  method: 'bank_debit',
  type,
  bankAccount,
  status: 'active',
});

/**
 * What makes the number of a payment method unique for its customer: the fingerprint of its card or
 * bank account; undefined without either.
 */
export const numberOf = ({ card, bankAccount }: Pick<PaymentMethod, 'card' | 'bankAccount'>) =>
  card?.fingerprint ?? (bankAccount && `bank_${bankAccount.fingerprint}`);

/** A new payment method for a card. */
export function savedPaymentMethod(request: SaveCard, names: Names): PaymentMethod {
  const { type, status, metadata, more, credentials, now } = request;
  return {
    ...newRecord(request, names, now),
    ...compact({ ...more, ...credentials, type, metadata }),
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

/**
 * An awaited payment method, completed with a card. Earlier facts stay unless the request states
 * them.
 */
export function completedPaymentMethod(awaited: PaymentMethod, request: SaveCard): PaymentMethod {
  const { type, status, metadata, more, now } = request;
  const { awaitsUntil: _, ...rest } = awaited;
  return {
    ...rest,
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
    ...(card.token !== undefined && { token: card.token }),
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

/**
 * Whether the request states a new expiry, holder or nick name of the card, or its customer chose
 * another of its brands.
 */
export function hasNewDetails({ card }: PaymentMethod, request: SaveCard): boolean {
  const next = savedCard(request);
  const stated = ['expiryMonth', 'expiryYear', 'holderName', 'nickName'] as const;
  return [...stated, ...(request.isBrandChosen ? (['brand'] as const) : [])].some(
    (name) => next[name] !== undefined && card?.[name] !== next[name],
  );
}

/** The payment method updated with a newer request for the same number; absent details stay. */
export const withNewDetails = (paymentMethod: PaymentMethod, request: SaveCard): PaymentMethod => ({
  ...withEffectiveStatus(paymentMethod, request.status),
  card: { ...paymentMethod.card, ...savedCard(request) },
});

/** An inactive payment method with a card becomes active through an active use, and stays so. */
export function withEffectiveStatus(
  paymentMethod: PaymentMethod,
  status?: PaymentMethodStatus,
): PaymentMethod {
  const rises = paymentMethod.status === 'inactive' && status === 'active' && paymentMethod.card;
  return rises ? { ...paymentMethod, status: 'active' } : paymentMethod;
}

/** A payment's use of a payment method, and the processor's credential from it. */
export interface MethodUse {
  readonly status?: PaymentMethodStatus;
  readonly connectorMandate?: {
    readonly accountId: string;
    readonly connectorMandateId: string;
    /** ISO 4217, of the payment. */
    readonly currency: string;
  };
  /** The card network's id of the payment, if the customer consented to charges without them. */
  readonly networkTransactionId?: string | undefined;
  /** The processor's own id of the customer. */
  readonly connectorCustomer?: {
    readonly accountId: string;
    readonly connectorCustomerId: string;
  };
  readonly now: Date;
}

function withConnectorMandate(
  paymentMethod: PaymentMethod,
  { connectorMandate: kept, networkTransactionId }: MethodUse,
): PaymentMethod {
  if (!kept) {
    const isFirst =
      networkTransactionId !== undefined && paymentMethod.networkTransactionId === undefined;
    return isFirst ? { ...paymentMethod, networkTransactionId } : paymentMethod;
  }
  const { accountId, connectorMandateId, currency } = kept;
  const before = ownMember(paymentMethod.connectorMandates, accountId);
  if (before?.connectorMandateId === connectorMandateId && before.currency === currency) {
    return paymentMethod;
  }
  return {
    ...paymentMethod,
    connectorMandates: {
      ...paymentMethod.connectorMandates,
      [accountId]: { connectorMandateId, currency },
    },
    ...(networkTransactionId !== undefined && { networkTransactionId }),
  };
}

function withConnectorCustomer(
  paymentMethod: PaymentMethod,
  known: MethodUse['connectorCustomer'],
): PaymentMethod {
  const { connectorCustomers } = paymentMethod;
  if (!known || ownMember(connectorCustomers, known.accountId) === known.connectorCustomerId) {
    return paymentMethod;
  }
  return {
    ...paymentMethod,
    connectorCustomers: { ...connectorCustomers, [known.accountId]: known.connectorCustomerId },
  };
}

/** The payment method without this processor credential; the same object when it has another. */
export function withoutConnectorMandate(
  paymentMethod: PaymentMethod,
  { accountId, connectorMandateId }: { accountId: string; connectorMandateId: string },
): PaymentMethod {
  const before = paymentMethod.connectorMandates ?? {};
  if (ownMember(before, accountId)?.connectorMandateId !== connectorMandateId) return paymentMethod;
  const { [accountId]: _, ...connectorMandates } = before;
  return { ...paymentMethod, connectorMandates };
}

/** The payment method after a payment used it. A use that is reported late changes nothing. */
export function usedPaymentMethod(paymentMethod: PaymentMethod, use: MethodUse): PaymentMethod {
  const at = use.now.toISOString();
  const known = withConnectorCustomer(
    withConnectorMandate(withEffectiveStatus(paymentMethod, use.status), use),
    use.connectorCustomer,
  );
  return at > known.lastUsedAt ? { ...known, lastUsedAt: at } : known;
}

/** The remains of a payment method during its deletion, until its card has left the vault. */
export const leavingPaymentMethod = (paymentMethod: PaymentMethod): PaymentMethod => {
  const { merchantId, id, customerId, card, createdAt, lastUsedAt, version } = paymentMethod;
  return {
    merchantId,
    id,
    customerId,
    createdAt,
    lastUsedAt,
    version,
    ...compact({ leaving: card?.token }),
    status: 'redacted',
  };
};

/** The changes that may be made to a saved card; its number cannot change. */
export interface CardChange {
  readonly expiryMonth?: string | undefined;
  readonly expiryYear?: string | undefined;
  readonly holderName?: string | undefined;
  readonly nickName?: string | undefined;
}

/**
 * The changed card, and whether the vault must store it anew: the vault stores no nick names, and
 * no masked cards.
 */
export function changedCard(
  card: SavedCard,
  given: CardChange,
): {
  readonly card: SavedCard;
  readonly changes: 'nothing' | 'outside the vault' | 'in the vault';
} {
  const next = { ...card, ...compact(given) };
  const onCard = (['expiryMonth', 'expiryYear', 'holderName'] as const).some(
    (name) => next[name] !== card[name],
  );
  if (onCard && card.token !== undefined) return { card: next, changes: 'in the vault' };
  const isSame = !onCard && next.nickName === card.nickName;
  return { card: next, changes: isSame ? 'nothing' : 'outside the vault' };
}

/** The current status: a payment method that was not completed in time is inactive. */
export const statusAt = (paymentMethod: PaymentMethod, now: Date): PaymentMethodStatus =>
  paymentMethod.status === 'awaiting_data' && isOver(paymentMethod, now)
    ? 'inactive'
    : paymentMethod.status;

/**
 * Checks a client's secret and its expiry.
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

const isOver = ({ createdAt, awaitsUntil }: PaymentMethod, now: Date) =>
  now.getTime() >
  (awaitsUntil === undefined
    ? Date.parse(createdAt) + clientSecretSeconds * 1_000
    : Date.parse(awaitsUntil));

/** A card of the vault, or without a token one whose number only a processor has. */
type CardToSave = Partial<MaskedCard> &
  Pick<MaskedCard, 'fingerprint' | 'brand' | 'maskedNumber' | 'expiryMonth' | 'expiryYear'>;

export interface SaveBankAccount {
  readonly merchantId: string;
  readonly customerId: string;
  /** `ach`, `bacs` or `sepa`. */
  readonly type: string;
  /** The names of a new payment method. */
  readonly names: Names;
  /** The account as it is stored in the payment method with this id. */
  bankAccountOf(paymentMethodId: string): Promise<SavedBankAccount>;
  readonly now: Date;
}

export interface SaveCard {
  readonly merchantId: string;
  readonly customerId: string;
  readonly card: CardToSave;
  /** Whether the brand was chosen among several of the card. */
  readonly isBrandChosen?: boolean;
  /** Facts that the vault does not store, in the words of the API. */
  readonly facts: {
    readonly nick_name?: string | null | undefined;
    readonly card_network?: string | null | undefined;
    readonly card_issuer?: string | null | undefined;
    readonly card_type?: string | null | undefined;
    readonly card_issuing_country?: string | null | undefined;
    readonly card_issuing_country_code?: string | null | undefined;
  };
  readonly type?: string | null | undefined;
  /** `inactive` until its payment is authorized or captured. */
  readonly status: 'active' | 'inactive';
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** The names of a new payment method; generated when absent. */
  readonly names?: Names | undefined;
  /** Further facts that the merchant stated. */
  readonly more?: Pick<Facts, 'issuer' | 'issuerCode' | 'billing'> | undefined;
  /** The credentials that another system got for it. */
  readonly credentials?: Credentials | undefined;
  /** The customer if it was read: its first payment method becomes its default. */
  readonly customer?: Customer | undefined;
  /**
   * Whether the vault still has a card. If it has, a card without new details stays as it is.
   * Without this function the payment method always takes the newest token of its number.
   */
  isInVault?(token: string): Promise<boolean>;
  readonly now: Date;
}
