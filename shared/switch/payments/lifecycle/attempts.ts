import type { IndexedIds } from '#connectors/abouts.ts';
import type { KeptReferences } from '#connectors/interface/exchange.ts';
import { markOf } from '#connectors/sent-reference.ts';
import type { MandateInPayment } from '../../mandates/mandate-in-payment.ts';
import type { LearningMark } from '../../routing/dynamic/learning-mark.ts';
import type { RouteDecision } from '../../routing/route-decision.ts';
import type { Attempt, Payment, UsedMethod } from '../payment.ts';
import { scheduleFirstSync } from '../pending-sync.ts';
import { nextStatus, refusalOf } from './lifecycle.ts';

/** The fields that a confirm adds to a payment, with the chosen connector. */
export interface Confirmation {
  readonly requestFields: Payment['requestFields'];
  /** Of these fields, those that the merchant's programs decided. */
  readonly decidedFields?: readonly string[];
  readonly netAmountMinor: number;
  readonly customer?: Payment['customer'];
  readonly paymentMethodData?: Attempt['paymentMethodData'];
  readonly cardDiscovery?: Attempt['cardDiscovery'];
  /** The payment method that it uses, or that will be saved for it. */
  readonly paymentMethod?: UsedMethod;
  /** The vault's fingerprint of the card. */
  readonly fingerprint?: string | undefined;
  /** The card in the vault that the merchant may ask for. */
  readonly extendedCard?: Payment['extendedCard'];
  /** The mandate that the payment charges or changes. */
  readonly mandate?: MandateInPayment;
  readonly connector: ChosenConnector;
  /** How the connector was chosen. */
  readonly routing?: RouteDecision;
  /** Present where the attempt's outcome is learned from. */
  readonly learning?: LearningMark | undefined;
  /** The switch's public base URL, for addresses that customers open. */
  readonly switchUrl?: string | undefined;
  /** Whether the profile allows a manual retry after a failure. */
  readonly manualRetry?: boolean;
}

export interface ChosenConnector extends IndexedIds {
  readonly name: string;
  readonly accountId: string;
  readonly label?: string | undefined;
  /** The processor's id of the stored credential that the attempt charges. */
  readonly chargedMandateId?: string;
}

/**
 * The payment as it is saved before the authorization is sent. It names the connector and the
 * amount, and no webhook is sent for it yet. A failed payment gets a new attempt; the caller must
 * save the old one. The save detaches the card: the caller has it in memory, and no other request
 * can use it.
 */
export function startAttempt(payment: Payment, confirmation: Confirmation, now: Date): Payment {
  const status = nextStatus(payment.status, 'confirmed');
  if (!status) throw refusalOf('confirm', payment.status);
  const { connector, customer, paymentMethodData, netAmountMinor, requestFields } = confirmation;
  const again = payment.status === 'failed';
  const attempt = again ? nextAttempt(payment, now) : payment.attempt;
  const { manualRetry: _, attachedCard: __, attachedMethod: ___, ...kept } = payment;
  const { paymentMethod: ____, mandate: _____, decidedFields: ______, ...rest } = kept;
  const { extendedCard: _______, ...before } = rest;
  const { cardDiscovery: ________, ...begun } = attempt;
  return {
    ...before,
    status,
    requestFields,
    ...(confirmation.decidedFields?.length && { decidedFields: [...confirmation.decidedFields] }),
    ...(customer && { customer }),
    ...(confirmation.paymentMethod && { paymentMethod: confirmation.paymentMethod }),
    ...(confirmation.extendedCard && { extendedCard: confirmation.extendedCard }),
    ...(confirmation.mandate && { mandate: confirmation.mandate }),
    ...(confirmation.fingerprint !== undefined && { fingerprint: confirmation.fingerprint }),
    ...(confirmation.manualRetry && { manualRetry: true }),
    ...(confirmation.switchUrl !== undefined && { switchUrl: confirmation.switchUrl }),
    amountCapturableMinor: netAmountMinor,
    attempt: {
      ...sentToConnector(begun, connector, now),
      amountMinor: netAmountMinor,
      ...(confirmation.routing && { routing: confirmation.routing }),
      ...(confirmation.learning && { learning: confirmation.learning }),
      ...(paymentMethodData && { paymentMethodData }),
      ...(confirmation.cardDiscovery && { cardDiscovery: confirmation.cardDiscovery }),
    },
    attemptCount: payment.attemptCount + (again ? 1 : 0),
    pendingSync: scheduleFirstSync(now),
    modifiedAt: now.toISOString(),
  };
}

/**
 * The payment as it is saved before the next connector is tried, after one that declined it or that
 * the request certainly did not reach. The payment has not failed meanwhile: it is processing, and
 * its mandate stays charged. The caller must save the attempt that ended.
 */
export function startNextAttempt(payment: Payment, connector: ChosenConnector, now: Date): Payment {
  const { paymentMethodData, cardDiscovery, amountMinor } = payment.attempt;
  const { fraudCheck, authentication, learning } = payment.attempt;
  return {
    ...payment,
    attempt: {
      ...(fraudCheck && { fraudCheck }),
      ...(authentication && { authentication }),
      ...(learning && { learning }),
      ...sentToConnector(nextAttempt(payment, now), connector, now),
      amountMinor,
      ...(paymentMethodData && { paymentMethodData }),
      ...(cardDiscovery && { cardDiscovery }),
    },
    attemptCount: payment.attemptCount + 1,
    pendingSync: scheduleFirstSync(now),
    modifiedAt: now.toISOString(),
  };
}

/**
 * The payment with the references that find it again at its processor. The caller must save it
 * before the step that moves money.
 */
export const withKeptReferences = (
  payment: Payment,
  { connectorTransactionId, connectorMetadata }: KeptReferences,
  now: Date,
): Payment => ({
  ...payment,
  attempt: {
    ...payment.attempt,
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
    ...(connectorMetadata && { connectorMetadata }),
    modifiedAt: now.toISOString(),
  },
  modifiedAt: now.toISOString(),
});

/** The payment with nothing to learn from: its processor was not asked. */
export function withoutLearning(payment: Payment): Payment {
  const { learning, ...attempt } = payment.attempt;
  return learning ? { ...payment, attempt } : payment;
}

/** The id of the attempt that a confirm makes: of a failed payment a new one. */
export const nextAttemptId = ({
  id,
  status,
  attempt,
  attemptCount,
}: Pick<Payment, 'id' | 'status' | 'attempt' | 'attemptCount'>): string =>
  status === 'failed' ? attemptIdOf(id, attemptCount + 1) : attempt.id;

const attemptIdOf = (paymentId: string, number: number) => `${paymentId}_${number}`;

/** The attempt that follows the one of the payment, before its connector is chosen. */
export const nextAttempt = ({ id, attemptCount, attempt }: Payment, now: Date): Attempt => ({
  id: attemptIdOf(id, attemptCount + 1),
  status: 'started',
  amountMinor: attempt.amountMinor,
  createdAt: now.toISOString(),
  modifiedAt: now.toISOString(),
});

const sentToConnector = (attempt: Attempt, connector: ChosenConnector, now: Date): Attempt => ({
  ...attempt,
  status: 'started',
  connectorName: connector.name,
  connectorAccountId: connector.accountId,
  referenceMark: markOf(connector.accountId),
  ...(connector.label !== undefined && { connectorLabel: connector.label }),
  ...(connector.chargedMandateId !== undefined && { chargedMandateId: connector.chargedMandateId }),
  ...(connector.isFoundByConnectorId && { isFoundByConnectorId: true }),
  ...(connector.isMandateFoundByConnectorId && { isMandateFoundByConnectorId: true }),
  askedAt: now.toISOString(),
  modifiedAt: now.toISOString(),
});
