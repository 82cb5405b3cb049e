import type { Asked } from '#connectors/abilities.ts';
import { aboutNamed, connectorSupport } from '#connectors/abouts.ts';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { isTestConnector } from '#merchants/connector-accounts/connector-account.ts';
import { SwitchError } from '#platform/errors.ts';
import type { ConnectorName } from '#vocabulary/connectors.ts';
import { refusalOfAmount } from '../expressible-amount.ts';
import type { Payment } from '../payment.ts';
import { futureUsageOf } from '../payment-source/future-usage.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { isAccountVerification } from '../request/terms.ts';

/**
 * The features that a payment needs of its connector, beside its method, its data and its market.
 */
export function waysAsked(
  request: Pick<
    PaymentRequest,
    'off_session' | 'request_external_three_ds_authentication' | 'three_ds_data'
  >,
  payment: Parameters<typeof futureUsageOf>[0],
): Pick<Asked, 'captureMethod' | 'threeDs' | 'proof' | 'channel' | 'mandate'> {
  const { requestFields } = payment;
  const { authentication_type: authentication, capture_method: captureMethod } = requestFields;
  const { payment_channel: channel } = requestFields;
  const isWanted = authentication === 'three_ds';
  const isProven =
    request.three_ds_data != null ||
    (isWanted && request.request_external_three_ds_authentication === true);
  return {
    captureMethod: typeof captureMethod === 'string' ? captureMethod : undefined,
    // A customer who is away is not authenticated.
    threeDs: isWanted && !isProven && request.off_session !== true,
    proof: isProven,
    channel: channel === 'mail_order' || channel === 'telephone_order' ? channel : undefined,
    mandate: futureUsageOf(payment) === 'off_session',
  };
}

/**
 * Why the connector of this account cannot do a payment; undefined when it can: `not_implemented`,
 * `no_eligible_connector`, `invalid_data`, `payment_data_mismatch` or
 * `payment_method_type_not_supported`.
 */
export function refusalBy(
  { connectorName }: Pick<ConnectorAccount, 'connectorName'>,
  asked: Asked,
  { requestFields }: Pick<Payment, 'requestFields'>,
): SwitchError | undefined {
  const isSimulated = isTestConnector(connectorName as ConnectorName); // Checked on creation.
  const isVerifying = isAccountVerification({ requestFields });
  if (isVerifying && !(asked.shape === undefined && canVerify(connectorName))) {
    const connector = isSimulated ? 'DummyConnector' : connectorName;
    return new SwitchError('not_implemented', { what: `Setup Mandate flow for ${connector}` });
  }
  const support = connectorSupport(connectorName, asked);
  if (support.ability) return undefined;
  const unsupported = (what: string) =>
    new SwitchError('payment_method_type_not_supported', {
      reason: `${what} is not supported by ${connectorName}`,
    });
  switch (support.obstacle) {
    case 'method':
      return new SwitchError('not_implemented', {
        what: isSimulated
          ? `Dummy ${asked.method}`
          : `Selected payment method through ${aboutNamed(connectorName)?.nameInRefusals ?? connectorName}`,
      });
    case 'market':
      return new SwitchError('no_eligible_connector');
    case 'amount':
      return refusalOfAmount(connectorName, asked.amountMinor ?? 0, asked.currency ?? '', 'amount');
    case 'shape':
      return new SwitchError('payment_data_mismatch');
    case 'captureMethod':
      return unsupported(`${asked.captureMethod}`);
    case 'threeDs':
      return unsupported('three_ds');
    case 'proof':
      return unsupported('the proof of an authentication elsewhere');
    case 'channel':
      return unsupported(`${asked.channel}`);
    case 'mandate':
      return unsupported(`${asked.type ?? asked.method} mandate payment`);
  }
}

/** Whether the processor can verify a card without a charge. */
const canVerify = (connectorName: string): boolean =>
  aboutNamed(connectorName)?.features.includes('verify') === true;
