// The behaviour of Stripe, loaded when an account of it is asked.
export { stripeConnector } from './connector.ts';
