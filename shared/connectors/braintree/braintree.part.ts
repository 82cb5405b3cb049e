// The behaviour of Braintree, loaded when an account of it is asked.
export { braintreeConnector } from './connector.ts';
