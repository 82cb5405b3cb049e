// The behaviour of the sandbox processor, loaded when an account of it is asked.
export { sandboxConnector } from './connector.ts';
