// The behaviour of Mollie, loaded when an account of it is asked.
export { mollieConnector } from './connector.ts';
