import * as v from 'valibot';
import type { Configuration, ConnectorAccount } from '../../accounts/merchant-account.ts';
import { isSwitchError, SwitchError } from '../../errors.ts';
import { checkChargeable, type Mandate } from '../../mandates/mandate.ts';
import type { ChargedMandate } from '../../mandates/mandate-in-payment.ts';
import { CardNetwork, PaymentMethod, PaymentMethodType } from '../../vocabulary/payment-methods.ts';
import type { CardServices } from '../card-services.ts';
import type { Payment, UsedMethod } from '../payment.ts';
import type { DescribedCard } from '../payment-method-data/card.ts';
import { netAmount } from '../request/net-amount.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { requestCustomerOf } from '../request/request-customer.ts';
import { findStoredCard, type StoredCard, type StoredCardContext } from './stored-card.ts';

/** A processor's stored credential. */
export interface ConnectorMandate {
  /** The connector account of the credential; absent when the merchant did not state it. */
  readonly accountId?: string | undefined;
  readonly connectorMandateId: string;
}

/**
 * The stored credential that the request refers to (saved card, mandate or connector token). Empty
 * when the request carries payment method data.
 */
export interface StoredCredential {
  /** A card in the vault. */
  readonly card?: StoredCard | undefined;
  /** The customer's mandate with its limits. */
  readonly mandate?: Mandate | undefined;
  /**
   * The processors' stored credentials. Without a card, or with a mandate, only these processors
   * can charge it.
   */
  readonly connectorMandates?: readonly ConnectorMandate[];
}

/**
 * Finds the stored credential of a request. A mandate is charged at the processor that stores it; a
 * mandate that no processor stores is charged by the card of its payment method.
 *
 * @throws SwitchError `mandate_not_found`, and those of `findStoredCard`
 */
export async function findStoredCredential(
  request: PaymentRequest,
  context: StoredCardContext,
  services: Pick<CardServices, 'vault' | 'paymentMethods' | 'mandates'>,
): Promise<StoredCredential> {
  const { recurring_details: recurring, mandate_id: atRoot } = request;
  const mandateId = recurring?.type === 'mandate_id' ? recurring.data : atRoot;
  if (mandateId) {
    const mandate = await services.mandates.get(context.merchantId, mandateId);
    const { connectorMandateId, connectorAccountId: accountId } = mandate;
    if (connectorMandateId)
      return { mandate, connectorMandates: [{ accountId, connectorMandateId }] };
    return { mandate, card: await cardOfMandate(mandate, request, context, services) };
  }
  if (recurring?.type === 'processor_payment_token') {
    const { processor_payment_token: connectorMandateId, merchant_connector_id } = recurring.data;
    return {
      connectorMandates: [{ accountId: merchant_connector_id ?? undefined, connectorMandateId }],
    };
  }
  const card = await findStoredCard(request, context, services);
  const connectorMandates = request.off_session
    ? Object.entries(card?.paymentMethod?.connectorMandates ?? {})
    : [];
  return {
    card,
    connectorMandates: connectorMandates.map(([accountId, { connectorMandateId }]) => ({
      accountId,
      connectorMandateId,
    })),
  };
}

async function cardOfMandate(
  { paymentMethodId }: Mandate,
  request: PaymentRequest,
  context: StoredCardContext,
  services: Pick<CardServices, 'vault' | 'paymentMethods'>,
): Promise<StoredCard | undefined> {
  if (!paymentMethodId) return undefined;
  const { mandate_id: _, ...rest } = request;
  const byMethod = { type: 'payment_method_id', data: paymentMethodId } as const;
  return findStoredCard({ ...rest, recurring_details: byMethod }, context, services);
}

/** Whether the request refers to a stored credential. */
export const hasStoredCredential = ({
  card,
  mandate,
  connectorMandates = [],
}: StoredCredential): boolean =>
  card !== undefined || mandate !== undefined || connectorMandates.length > 0;

/**
 * The payment method of a stored credential, in the words of the API. A processor's token counts as
 * a card unless the request states otherwise.
 */
export function methodOfCredential(
  { card, mandate }: StoredCredential,
  request: PaymentRequest,
): { readonly method: PaymentMethod; readonly type: PaymentMethodType | undefined } {
  const stated = request.payment_method_type ?? undefined;
  if (card) return { method: 'card', type: stated ?? card.type };
  if (!mandate) return { method: request.payment_method ?? 'card', type: stated };
  const method = v.parse(PaymentMethod, mandate.method);
  return { method, type: stated ?? v.parse(v.optional(PaymentMethodType), mandate.type) };
}

/**
 * What this payment takes from the mandate; undefined without one. Refuses what the mandate does
 * not allow.
 *
 * @throws SwitchError those of `checkChargeable`
 */
export function chargeOfMandate(
  { mandate }: StoredCredential,
  payment: Pick<Payment, 'amountMinor' | 'currency' | 'requestFields' | 'customer'>,
  request: PaymentRequest,
  now: Date,
): ChargedMandate | undefined {
  if (!mandate) return undefined;
  const amountMinor = netAmount({
    ...payment.requestFields,
    ...request,
    amount: payment.amountMinor,
  });
  checkChargeable(mandate, {
    customerId: requestCustomerOf(request).id ?? payment.customer?.id,
    amountMinor,
    currency: payment.currency,
    method: request.payment_method,
    now,
  });
  const { id, kind, limitMinor } = mandate;
  return {
    role: 'charged',
    id,
    kind,
    ...(limitMinor !== undefined && { limitMinor }),
    amountMinor,
    state: 'wanted',
  };
}

/** The connector account to use, its stored credential, and the accounts for failover. */
export interface ChosenAccount {
  readonly account: ConnectorAccount;
  readonly connectorMandate?: ConnectorMandate | undefined;
  readonly others: readonly ConnectorAccount[];
}

/**
 * Chooses the connector account: one that stores the credential, else the first of the routing. A
 * processor's credential is of use at no other. With the card network's id of an earlier payment the
 * other accounts of the routing can charge its card.
 *
 * @param routed the eligible accounts, best first; throws when there are none
 * @throws SwitchError `no_eligible_connector`, `connector_account_not_found`
 */
export function accountFor(
  {
    card,
    mandate,
    connectorMandates = [],
    networkTransactionId,
  }: StoredCredential & { readonly networkTransactionId?: string | undefined },
  { connectorAccounts }: Configuration,
  { profileId }: Pick<Payment, 'profileId'>,
  routed: () => readonly [ConnectorAccount, ...ConnectorAccount[]],
): ChosenAccount {
  const usable = connectorAccounts.filter(
    (account) => account.profileId === profileId && !account.disabled,
  );
  const candidates = connectorMandates.flatMap((one) => {
    const account =
      one.accountId === undefined ? routed()[0] : usable.find(({ id }) => id === one.accountId);
    return account ? [{ account, connectorMandate: one, others: [] }] : [];
  });
  if (candidates.length === 0 && connectorMandates.length > 0 && !card) {
    throw new SwitchError(mandate ? 'no_eligible_connector' : 'connector_account_not_found');
  }
  if (mandate && !card && connectorMandates.length === 0)
    throw new SwitchError('no_eligible_connector');
  const [first, second] = candidates;
  if (first && !second) return withOthers(first);
  const [account, ...others] = routed();
  const best = [account, ...others].flatMap(
    (one) => candidates.find((candidate) => candidate.account.id === one.id) ?? [],
  )[0];
  const chosen = best ?? first;
  return chosen ? withOthers(chosen) : { account, others };

  function withOthers(one: ChosenAccount): ChosenAccount {
    if (networkTransactionId === undefined) return one;
    return { ...one, others: othersThan(one.account, routed) };
  }
}

/** The routed accounts but for this one. */
function othersThan(
  account: ConnectorAccount,
  routed: () => readonly ConnectorAccount[],
): readonly ConnectorAccount[] {
  try {
    return routed().filter(({ id }) => id !== account.id);
  } catch (error) {
    if (isSwitchError(error, 'no_eligible_connector')) return [];
    throw error;
  }
}

/**
 * The card network's id of the payment to which the customer consented. Another processor gets it
 * only if the profile enabled that.
 */
export function networkTransactionIdOf(
  { card }: StoredCredential,
  { profiles }: Configuration,
  { profileId }: Pick<Payment, 'profileId'>,
  { off_session: isAway }: PaymentRequest,
): string | undefined {
  const profile = profiles.find(({ id }) => id === profileId);
  const isWanted = isAway && profile?.settings.is_connector_agnostic_mit_enabled === true;
  return isWanted ? card?.paymentMethod?.networkTransactionId : undefined;
}

/** A stored credential without a vault card, as it may be shown. */
export function maskedOfMandate({
  mandate,
}: StoredCredential): { card: DescribedCard; billing: null } | undefined {
  const { card } = mandate ?? {};
  if (!card) return undefined;
  return {
    card: {
      last4: card.last4 ?? null,
      card_type: card.type ?? null,
      card_network: v.is(CardNetwork, card.network) ? v.parse(CardNetwork, card.network) : null,
      card_issuer: card.issuer ?? null,
      card_issuing_country: card.issuingCountry ?? null,
      card_isin: card.isin ?? null,
      card_extended_bin: null,
      card_exp_month: card.expiryMonth ?? null,
      card_exp_year: card.expiryYear ?? null,
      card_holder_name: card.holderName ?? null,
      payment_checks: null,
      authentication_data: null,
      auth_code: null,
    },
    billing: null,
  };
}

/** The processors' own ids of the customer, by connector account, as earlier payments told them. */
export const connectorCustomersOf = ({
  card,
  mandate,
}: StoredCredential): Readonly<Record<string, string>> => ({
  ...card?.paymentMethod?.connectorCustomers,
  ...(mandate?.connectorCustomerId !== undefined && {
    [mandate.connectorAccountId]: mandate.connectorCustomerId,
  }),
});

/** The saved payment method of a stored credential. */
export function savedMethodOf({ card, mandate }: StoredCredential): UsedMethod | undefined {
  if (card?.paymentMethod) {
    const { id, status } = card.paymentMethod;
    return { id, status };
  }
  return mandate?.paymentMethodId ? { id: mandate.paymentMethodId, status: 'active' } : undefined;
}
