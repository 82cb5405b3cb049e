import { lazy } from '#platform/lazy.ts';
import { adyenConnector } from './adyen/connector.ts';
import { authorizeDotNetConnector } from './authorizedotnet/connector.ts';
import { braintreeConnector } from './braintree/connector.ts';
import { checkoutConnector } from './checkout/connector.ts';
import { cybersourceConnector } from './cybersource/connector.ts';
import type { Connector } from './interface/connector.ts';
import { mollieConnector } from './mollie/connector.ts';
import { nmiConnector } from './nmi/connector.ts';
import { paypalConnector } from './paypal/connector.ts';
import { sandboxConnector } from './sandbox/connector.ts';
import { processors } from './sandbox/processors.ts';
import { shift4Connector } from './shift4/connector.ts';
import { stripeConnector } from './stripe/connector.ts';
import { worldpayConnector } from './worldpay/connector.ts';

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
