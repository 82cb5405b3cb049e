// The behaviour of Checkout.com, loaded when an account of it is asked.
export { checkoutConnector } from './connector.ts';
