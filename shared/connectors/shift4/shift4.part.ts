// The behaviour of Shift4, loaded when an account of it is asked.
export { shift4Connector } from './connector.ts';
