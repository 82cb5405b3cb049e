import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { RouteDecision } from '../../routing/route-decision.ts';
import type { Route } from '../../routing/routing.ts';
import type { Payment } from '../payment.ts';
import { networkTransactionIdIn } from '../request/network-transaction-card.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import {
  type ChargeMeans,
  type ConnectorMandate,
  chargeMeansOf,
  takesNetworkTransactionId,
} from './charge-without-customer.ts';
import type { StoredCredential } from './stored-credential.ts';

/** The connector accounts for a payment, and the stored credentials that they charge. */
export interface ChosenAccounts {
  readonly account: ConnectorAccount;
  /** The accounts for failover, best first. */
  readonly others: readonly ConnectorAccount[];
  /** The processors' stored credentials, by account; an account without one gets the card. */
  readonly connectorMandates: ReadonlyMap<string, ConnectorMandate>;
  /** How routing chose them; undefined where the stored credential leaves one account. */
  readonly decision?: RouteDecision;
}

/** The eligible accounts that may be asked, best first; throws when there are none. */
type Routed = (mayBeAsked?: (account: ConnectorAccount) => boolean) => Route;

/**
 * Chooses the connector accounts. A credential for charges without the customer is charged only at
 * accounts of the routing that can: by their own mandate, or by the card network's id. A
 * processor's token goes to the account that the request names. Every other payment goes where
 * routing sends it.
 *
 * @throws SwitchError `no_eligible_connector`, `connector_account_not_found`,
 * `mandate_validation_failed` for a mandate of another currency
 */
export function accountsFor(
  credential: StoredCredential,
  { connectorAccounts }: Pick<Configuration, 'connectorAccounts'>,
  { profileId, currency }: Pick<Payment, 'profileId' | 'currency'>,
  request: PaymentRequest,
  routed: Routed,
): ChosenAccounts {
  const [token] = credential.card || credential.mandate ? [] : (credential.connectorMandates ?? []);
  if (token) {
    const usable = connectorAccounts.filter((one) => one.profileId === profileId && !one.disabled);
    const account =
      token.accountId === undefined
        ? routed().accounts[0]
        : usable.find(({ id }) => id === token.accountId);
    if (!account) throw new SwitchError('connector_account_not_found');
    return { account, others: [], connectorMandates: new Map([[account.id, token]]) };
  }
  const meansOf = meansFor(credential, request);
  if (!meansOf) {
    const { accounts, decision } = routed();
    const [account, ...others] = accounts;
    return { account, others, connectorMandates: new Map(), decision };
  }
  const { accounts, decision } = routedWithoutCustomer(routed, meansOf, request);
  const [account, ...rest] = accounts;
  const { mandate } = meansOf(account) ?? {};
  const isForeign = (one: ConnectorMandate | undefined) =>
    one?.currency !== undefined && one.currency !== currency;
  if (isForeign(mandate)) {
    const reason = 'cross currency mandates not supported';
    throw new SwitchError('mandate_validation_failed', { reason });
  }
  const others = rest.filter((one) => !isForeign(meansOf(one)?.mandate));
  const connectorMandates = [account, ...others].flatMap((one) => {
    const { mandate: own } = meansOf(one) ?? {};
    return own ? [[one.id, own] as const] : [];
  });
  const isBound = mandate !== undefined && others.length === 0;
  return {
    account,
    others,
    connectorMandates: new Map(connectorMandates),
    ...(!isBound && { decision }),
  };
}

/** The route among the accounts that can charge. The error states the reason for its hint. */
function routedWithoutCustomer(routed: Routed, meansOf: MeansOf, request: PaymentRequest): Route {
  try {
    return routed((one) => meansOf(one) !== undefined);
  } catch (error) {
    if (!isSwitchError(error, 'no_eligible_connector')) throw error;
    const withoutCustomer = networkTransactionIdIn(request) === undefined;
    throw new SwitchError('no_eligible_connector', { withoutCustomer }, { cause: error });
  }
}

type MeansOf = (account: ConnectorAccount) => ChargeMeans | undefined;

/**
 * How an account can charge the stored credential of the request; undefined where every account
 * can, because its customer is there or the request refers to no stored credential.
 */
function meansFor(
  { card, mandate, ...stored }: StoredCredential,
  request: PaymentRequest,
): MeansOf | undefined {
  if (networkTransactionIdIn(request) !== undefined) {
    return ({ connectorName }) => (takesNetworkTransactionId(connectorName) ? {} : undefined);
  }
  const isStored = mandate !== undefined || (card?.paymentMethod && request.off_session === true);
  if (!isStored) return undefined;
  // A mandate that its processor does not store is charged there by its card.
  const ownAccountId = mandate?.connectorMandateId ? undefined : mandate?.connectorAccountId;
  return (account) =>
    chargeMeansOf(account, stored) ?? (card && account.id === ownAccountId ? {} : undefined);
}
