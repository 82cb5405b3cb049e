import { adyenFacts } from '../../shared/connectors/adyen/facts.ts';
import { authorizeDotNetFacts } from '../../shared/connectors/authorizedotnet/facts.ts';
import { braintreeFacts } from '../../shared/connectors/braintree/facts.ts';
import { checkoutFacts } from '../../shared/connectors/checkout/facts.ts';
import { cybersourceFacts } from '../../shared/connectors/cybersource/facts.ts';
import { mollieFacts } from '../../shared/connectors/mollie/facts.ts';
import { nmiFacts } from '../../shared/connectors/nmi/facts.ts';
import { paypalFacts } from '../../shared/connectors/paypal/facts.ts';
import { shift4Facts } from '../../shared/connectors/shift4/facts.ts';
import { stripeFacts } from '../../shared/connectors/stripe/facts.ts';
import { worldpayFacts } from '../../shared/connectors/worldpay/facts.ts';
import type { ConnectorFacts } from './connector-facts.ts';

/** The facts of each processor, by the name of its connector: the suites over all of them. */
export const connectorFacts: ReadonlyMap<string, ConnectorFacts> = new Map([
  ['adyen', adyenFacts],
  ['authorizedotnet', authorizeDotNetFacts],
  ['braintree', braintreeFacts],
  ['checkout', checkoutFacts],
  ['cybersource', cybersourceFacts],
  ['mollie', mollieFacts],
  ['nmi', nmiFacts],
  ['paypal', paypalFacts],
  ['shift4', shift4Facts],
  ['stripe', stripeFacts],
  ['worldpay', worldpayFacts],
]);

/** The facts of a connector. Throws where it has none, like a simulated processor. */
export function factsOf(name: string): ConnectorFacts {
  const facts = connectorFacts.get(name);
  if (!facts) throw new Error(`${name} has no facts.`);
  return facts;
}
