import type { Authorization } from '../interface/payments.ts';

/**
 * Throws where the merchant wants Braintree itself to authenticate the customer: only Braintree's
 * script in a page may show the bank's challenge. A wallet has authenticated its customer.
 *
 * @see https://developer.paypal.com/braintree/docs/guides/3d-secure/step-by-step-integration
 */
export function refuseAuthentication({ source, order, authenticationData }: Authorization): void {
  const isWanted = order.authenticationType === 'three_ds' && source.kind === 'card';
  if (isWanted && !authenticationData) {
    throw new Error('Braintree authenticates customers by its own script alone.');
  }
}

/**
 * The proof of an authentication outside of Braintree; undefined where there is none, and for a
 * stored card. Throws for a wallet and a network token, which have a proof of their own, and for a
 * proof without the electronic commerce indicator, which Braintree requires.
 *
 * @see https://developer.paypal.com/braintree/graphql/reference/#input_object--threedsecurepassthroughinput
 */
export function proofIn({ source, authenticationData: proof }: Authorization) {
  if (!proof || source.kind === 'connector_mandate') return undefined;
  if (source.kind !== 'card')
    throw new Error('A wallet or a network token has a proof of its own.');
  if (!proof.electronicCommerceIndicator) {
    throw new Error('Braintree wants the electronic commerce indicator of an authentication.');
  }
  return {
    eciFlag: proof.electronicCommerceIndicator,
    cavv: proof.cryptogram,
    version: proof.version,
    authenticationResponse: proof.transactionStatus,
    threeDSecureServerTransactionId: proof.serverTransactionId,
    directoryServerTransactionId: proof.dsTransactionId,
  };
}

/**
 * The exemption that the merchant claims for a customer who is there, in Braintree's word.
 *
 * @see https://developer.paypal.com/braintree/graphql/reference/#enum--scaexemptiontype
 */
export function exemptionIn({ order: { scaExemption, initiator } }: Authorization) {
  if (initiator.by === 'merchant' || scaExemption === undefined) return undefined;
  return scaExemption === 'low_value' ? 'LOW_VALUE' : 'TRANSACTION_RISK_ANALYSIS';
}
