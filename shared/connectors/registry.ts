import { lazy } from '#platform/lazy.ts';
import { adyenConnector } from './adyen/adyen.part.ts';
import { authorizeDotNetConnector } from './authorizedotnet/authorizedotnet.part.ts';
import { braintreeConnector } from './braintree/braintree.part.ts';
import { checkoutConnector } from './checkout/checkout.part.ts';
import { cybersourceConnector } from './cybersource/cybersource.part.ts';
import type { Connector } from './interface/connector.ts';
import { mollieConnector } from './mollie/mollie.part.ts';
import { nmiConnector } from './nmi/nmi.part.ts';
import { paypalConnector } from './paypal/paypal.part.ts';
import { processors } from './sandbox/processors.ts';
import { sandboxConnector } from './sandbox/sandbox.part.ts';
import { shift4Connector } from './shift4/shift4.part.ts';
import { stripeConnector } from './stripe/stripe.part.ts';
import { worldpayConnector } from './worldpay/worldpay.part.ts';

/** The behaviour of each connector, loaded when it is first asked. */
const adapters: ReadonlyMap<string, Connector> = new Map([
  ...processors.map((name) => [name, lazy(() => sandboxConnector(name))] as const),
  ['adyen', lazy(adyenConnector)],
  ['authorizedotnet', lazy(authorizeDotNetConnector)],
  ['braintree', lazy(braintreeConnector)],
  ['checkout', lazy(checkoutConnector)],
  ['cybersource', lazy(cybersourceConnector)],
  ['mollie', lazy(mollieConnector)],
  ['nmi', lazy(nmiConnector)],
  ['paypal', lazy(paypalConnector)],
  ['shift4', lazy(shift4Connector)],
  ['stripe', lazy(stripeConnector)],
  ['worldpay', lazy(worldpayConnector)],
]);

/** The adapter of a `connector_name`; undefined when we have none. */
export const connectorNamed = (name: string): Connector | undefined => adapters.get(name);
