// The behaviour of Worldpay, loaded when an account of it is asked.
export { worldpayConnector } from './connector.ts';
