// The behaviour of Adyen, loaded when an account of it is asked.
export { adyenConnector } from './connector.ts';
