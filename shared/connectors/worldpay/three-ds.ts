import type { Exchange } from '../interface/exchange.ts';
import type { Authorization, Completion, PaymentOutcome } from '../interface/payments.ts';
import type { AuthenticationData } from '../interface/three-ds.ts';
import { apiRequest, paymentPath } from './requests.ts';
import { descriptionId, readPayment } from './responses.ts';

/**
 * The authentication that Worldpay is to make, or the proof of one from outside. Undefined where
 * the customer is not to be authenticated, or is not there.
 */
export function threeDsOf(input: Authorization, isToBeStored: boolean) {
  const { authenticationData, completeUrl, networkTransactionId, order, source } = input;
  if (authenticationData) return proofOf(authenticationData, source);
  if (order.authenticationType !== 'three_ds' || order.channel) return undefined;
  if (source.kind !== 'card' || networkTransactionId !== undefined) return undefined;
  const { browser = {} } = order;
  if (browser.userAgent === undefined) throw new Error("The customer's browser is not known.");
  return {
    type: 'integrated',
    mode: 'always',
    deviceData: {
      acceptHeader: browser.acceptHeader ?? 'text/html',
      userAgentHeader: browser.userAgent,
      browserLanguage: browser.language,
      browserScreenWidth: browser.screenWidth,
      browserScreenHeight: browser.screenHeight,
      browserColorDepth: browser.colorDepth?.toString(),
      timeZone: browser.timeZone?.toString(),
      browserJavaEnabled: browser.javaEnabled,
      browserJavascriptEnabled: browser.javaScriptEnabled,
      channel: 'browser',
    },
    challenge: {
      returnUrl: completeUrl ?? input.returnUrl,
      preference: isToBeStored || order.forcesChallenge ? 'challengeMandated' : undefined,
    },
  };
}

/** @see https://docs.worldpay.com/access/products/payments/enable-features/3ds-authentication/external-3ds */
function proofOf(
  { cryptogram, dsTransactionId, electronicCommerceIndicator: eci, version }: AuthenticationData,
  { kind }: Authorization['source'],
) {
  if (kind !== 'card') throw new Error('Worldpay takes the proof of an authentication by a card.');
  return { type: 'external', version, eci, authenticationValue: cryptogram, dsTransactionId };
}

/**
 * Goes on after the customer's device was described, by the id of that description, and after the
 * challenge, whose result Worldpay has. The rest of the redirect return is not read.
 */
export const complete: Exchange<Completion, PaymentOutcome> = {
  // The page of the device may be loaded again while the customer is at the bank.
  canAsk: ({ connectorMetadata, query }) =>
    connectorMetadata?.challenge === undefined
      ? connectorMetadata?.device !== undefined
      : query.step !== 'device',

  request({ connectorMetadata, query, reference }, account) {
    const { challenge, device } = connectorMetadata ?? {};
    if (challenge === undefined && device !== undefined) {
      return apiRequest('POST', paymentPath(device, '3dsDeviceData'), account, {
        idempotencyKey: `${reference}_device`,
        body: { collectionReference: query[descriptionId] },
      });
    }
    return apiRequest('POST', paymentPath(challenge, '3dsChallenges'), account, {
      idempotencyKey: `${reference}_complete`,
    });
  },
  outcome: readPayment,
};
