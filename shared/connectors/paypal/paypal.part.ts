// The behaviour of PayPal, loaded when an account of it is asked.
export { paypalConnector } from './connector.ts';
