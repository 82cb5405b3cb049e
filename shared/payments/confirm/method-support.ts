import type { ConnectorAccount } from '../../accounts/merchant-account.ts';
import { isTestConnector } from '../../connector-accounts/connector-account.ts';
import { abilityFor, aboutNamed } from '../../connectors/abouts.part.ts';
import { SwitchError } from '../../errors.ts';
import type { ConnectorName } from '../../vocabulary/connectors.ts';
import { PaymentMethod, PaymentMethodType } from '../../vocabulary/payment-methods.ts';
import type { Payment } from '../payment.ts';
import { methodPayloadOf } from '../payment-source/method-payload.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

/**
 * Refuses a payment without a card whose payment method, details or capture method the connector
 * does not support, before anything is saved.
 *
 * @throws SwitchError `not_implemented`, `payment_data_mismatch`,
 * `payment_method_type_not_supported`, `missing_param`
 */
export function checkMethodSupport(
  { connectorName }: Pick<ConnectorAccount, 'connectorName'>,
  request: PaymentRequest,
): void {
  const { method, type, shape = '' } = methodPayloadOf(request);
  const about = aboutNamed(connectorName);
  const ability = about && abilityFor(about, method, type);
  if (!ability) {
    const simulated = isTestConnector(connectorName as ConnectorName); // Checked on creation.
    throw new SwitchError('not_implemented', { what: `${simulated ? 'Dummy ' : ''}${method}` });
  }
  if (!ability.variants?.includes(shape)) throw new SwitchError('payment_data_mismatch');
  const { capture_method: capture } = request;
  const isLater = capture === 'manual' || capture === 'manual_multiple';
  if (isLater && !ability.captureMethods.includes(capture)) {
    throw new SwitchError('payment_method_type_not_supported', {
      reason: `${capture} is not supported by ${connectorName}`,
    });
  }
}

/**
 * Whether the payment method supports refunds. Cards do; with an unknown method the connector is
 * asked.
 */
export function supportsRefunds({
  attempt,
  requestFields,
}: Pick<Payment, 'attempt' | 'requestFields'>): boolean {
  const { payment_method: method, payment_method_type: type } = requestFields;
  if (method === 'card') return true;
  if (!isOneOf(PaymentMethod.options, method) || !isOneOf(PaymentMethodType.options, type)) {
    return true;
  }
  const about = aboutNamed(attempt.connectorName ?? '');
  return (about && abilityFor(about, method, type)?.refunds) ?? true;
}

const isOneOf = <Word extends string>(words: readonly Word[], value: unknown): value is Word =>
  words.some((word) => word === value);
