import { aboutNamed } from '#connectors/abouts.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import type { PaymentMethod } from '../../payment-methods/payment-method.ts';

/** A processor's stored credential. */
export interface ConnectorMandate {
  /** The connector account of the credential; absent when the merchant did not state it. */
  readonly accountId?: string | undefined;
  readonly connectorMandateId: string;
  /** ISO 4217, of the payment that set it up; absent where that was not kept. */
  readonly currency?: string | undefined;
}

/** The stored consent of a payment method: its means for charges without its customer. */
export interface StoredConsent {
  readonly connectorMandates?: readonly ConnectorMandate[];
  /**
   * The card network's id of the payment to which the customer consented, where any processor that
   * takes one may get it.
   */
  readonly networkTransactionId?: string | undefined;
}

/**
 * How an account can charge a stored payment method: by its own mandate, or by the network's id.
 */
export type ChargeMeans = { readonly mandate: ConnectorMandate } | { readonly mandate?: undefined };

/** How this account can charge the method without its customer; undefined when it cannot. */
export function chargeMeansOf(
  account: Pick<ConnectorAccount, 'id' | 'connectorName'>,
  { connectorMandates = [], networkTransactionId }: StoredConsent,
): ChargeMeans | undefined {
  const mandate = connectorMandates.find(({ accountId }) => accountId === account.id);
  if (mandate) return { mandate };
  const isByNetwork =
    networkTransactionId !== undefined && takesNetworkTransactionId(account.connectorName);
  return isByNetwork ? {} : undefined;
}

/** Whether the connector charges a card by the network's id of another processor's payment. */
export const takesNetworkTransactionId = (connectorName: string): boolean =>
  aboutNamed(connectorName)?.takesNetworkTransactionId === true;

/**
 * Whether processors of the profile may charge a credential to which a customer agreed at another
 * one.
 */
export const isConnectorAgnostic = (
  { profiles }: Pick<Configuration, 'profiles'>,
  profileId: string,
): boolean =>
  profiles.find(({ id }) => id === profileId)?.settings.is_connector_agnostic_mit_enabled === true;

/** The stored consent of a saved payment method, for payments of this profile. */
export const storedConsentOf = (
  { connectorMandates = {}, networkTransactionId, card }: PaymentMethod,
  isAgnostic: boolean,
): StoredConsent => ({
  connectorMandates: Object.entries(connectorMandates).map(
    ([accountId, { connectorMandateId, currency }]) => ({
      accountId,
      connectorMandateId,
      currency,
    }),
  ),
  // The network's id is sent beside the number, which a masked card lacks.
  ...(isAgnostic && card?.token !== undefined && { networkTransactionId }),
});

/** Whether the method has a credential for charges without its customer, at any processor. */
export function hasStoredConsent(paymentMethod: PaymentMethod, isAgnostic: boolean): boolean {
  const { connectorMandates, networkTransactionId } = storedConsentOf(paymentMethod, isAgnostic);
  return connectorMandates?.length !== 0 || networkTransactionId !== undefined;
}
