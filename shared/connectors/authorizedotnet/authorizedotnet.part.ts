// The behaviour of Authorize.net, loaded when an account of it is asked.
export { authorizeDotNetConnector } from './connector.ts';
