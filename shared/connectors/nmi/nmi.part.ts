// The behaviour of NMI, loaded when an account of it is asked.
export { nmiConnector } from './connector.ts';
