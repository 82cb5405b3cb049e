import { indexedIdsOf } from '#connectors/abouts.ts';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { holdsCardNumber } from '#platform/card-numbers/card-number-inside.ts';
import type { PaymentMethod } from '#vocabulary/payment-methods.ts';
import type { ChosenConnector, Confirmation } from '../lifecycle/attempts.ts';
import { allowsManualRetry } from '../lifecycle/manual-retry.ts';
import type { ConnectorMandate } from '../payment-source/charge-without-customer.ts';
import {
  connectorCustomersOf,
  networkTransactionIdOf,
} from '../payment-source/stored-credential.ts';
import type { LoadedConfirm } from './confirm-context.ts';
import { type DecidedFields, decidedFields } from './decided-fields.ts';
import { factsOf } from './facts-of-charge.ts';
import { chooseAccounts, type PlannedAccounts } from './planned-accounts.ts';
import { amountToCharge, chargeOf, type PlannedCharge } from './planned-charge.ts';

/** How a payment will be authorized, decided before anything is saved. */
export interface PaymentPlan
  extends Pick<PlannedAccounts, 'account' | 'others' | 'connectorMandates'> {
  readonly method: PaymentMethod;
  /** The card network's id of an earlier payment, for processors that take one. */
  readonly networkTransactionId?: string | undefined;
  /** The processors' own ids of the customer, by connector account. */
  readonly connectorCustomers?: Readonly<Record<string, string>>;
  /** Why the merchant's programs could not be used. */
  readonly troubles?: readonly string[] | undefined;
  readonly confirmation: Omit<Confirmation, 'switchUrl'>;
}

export interface PlannedConfirm extends LoadedConfirm {
  readonly plan: PaymentPlan;
}

/**
 * Plans how a payment will be authorized: the payment source and its order, the fields that the
 * merchant's programs decide, and the connector accounts that are tried. Throws every refusal that
 * a confirm can get before money is at stake.
 */
export function planPayment(confirm: LoadedConfirm): PaymentPlan {
  const { payment, configuration, credential } = confirm;
  const stated = chargeOf(confirm);
  const decided = decideFields(stated, confirm);
  const charge = { ...stated, requestFields: { ...stated.requestFields, ...decided?.fields } };
  const { account, others, connectorMandates, routing, learning } = chooseAccounts(charge, confirm);

  const { method, type: _, ...described } = charge;
  return {
    method,
    account,
    others,
    connectorMandates,
    networkTransactionId: networkTransactionIdOf(credential),
    connectorCustomers: connectorCustomersOf(credential),
    troubles: decided?.troubles,
    confirmation: {
      ...described,
      netAmountMinor: amountToCharge(charge.requestFields, payment),
      decidedFields: decided && Object.keys(decided.fields),
      connector: chosenConnector(account, connectorMandates.get(account.id)),
      routing,
      learning,
      manualRetry: allowsManualRetry(configuration, payment),
    },
  };
}

/** The fields that the merchant's programs decide; undefined for a merchant without programs. */
function decideFields(charge: PlannedCharge, confirm: LoadedConfirm): DecidedFields | undefined {
  const { payment, configuration } = confirm;
  const { method, cardDiscovery = 'manual', paymentMethodData, requestFields } = charge;
  const issuer = paymentMethodData?.card?.card_issuer ?? undefined;
  return (
    configuration.decisions &&
    decidedFields({
      decisions: configuration.decisions,
      payment,
      requestFields,
      facts: (fields) => ({
        ...factsOf({ ...charge, requestFields: fields }, confirm),
        ...(method === 'card' && { card_discovery: cardDiscovery, issuer_name: issuer }),
      }),
    })
  );
}

/**
 * The account of an attempt, with the processor's id of the stored credential that it charges there.
 * A token that the merchant stated with a card number in it is charged, and not kept.
 */
export const chosenConnector = (
  account: ConnectorAccount,
  { connectorMandateId: charged }: Partial<ConnectorMandate> = {},
): ChosenConnector => ({
  name: account.connectorName,
  accountId: account.id,
  label: account.label,
  ...(charged !== undefined && !holdsCardNumber(charged) && { chargedMandateId: charged }),
  ...indexedIdsOf(account.connectorName),
});
