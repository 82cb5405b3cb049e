import type { ConnectorAccount } from '../../accounts/merchant-account.ts';
import { isTestConnector } from '../../connector-accounts/connector-account.ts';
import { aboutNamed } from '../../connectors/abouts.part.ts';
import { SwitchError } from '../../errors.ts';
import type { ConnectorName } from '../../vocabulary/connectors.ts';
import { cardOf } from '../payment-source/request-card.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { checkMethodSupport } from './method-support.ts';

/** Whether a connector supports a payment like this. */
export function isCapable(
  account: ConnectorAccount,
  request: PaymentRequest,
  hasStoredCard: boolean,
): boolean {
  try {
    checkCapability(account, request, hasStoredCard);
    return true;
  } catch {
    return false;
  }
}

/**
 * Refuses a payment that the chosen connector does not support, before anything is saved. Throws
 * `not_implemented`.
 */
export function checkCapability(
  account: ConnectorAccount,
  request: PaymentRequest,
  hasStoredCard: boolean,
): void {
  const simulated = isTestConnector(account.connectorName as ConnectorName); // Checked on creation.
  if (request.payment_type === 'setup_mandate' && !canVerify(account, request, hasStoredCard)) {
    const connector = simulated ? 'DummyConnector' : account.connectorName;
    throw new SwitchError('not_implemented', { what: `Setup Mandate flow for ${connector}` });
  }
  if (!hasStoredCard && !cardOf(request)) checkMethodSupport(account, request);
}

/** Whether the processor can verify the payment method without a charge. */
const canVerify = (
  { connectorName }: ConnectorAccount,
  request: PaymentRequest,
  hasStoredCard: boolean,
): boolean =>
  aboutNamed(connectorName)?.features.includes('verify') === true &&
  (hasStoredCard || cardOf(request) !== undefined);
