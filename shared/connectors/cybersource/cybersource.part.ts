// The behaviour of Cybersource, loaded when an account of it is asked.
export { cybersourceConnector } from './connector.ts';
