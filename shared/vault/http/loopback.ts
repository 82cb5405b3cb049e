import { loopbackAllowed } from '../../stage.ts';

/** Whether an address means the machine itself. */
export const isLoopback = (address: string): boolean =>
  /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/i.test(address);

/**
 * On a laptop all clients have one address. What one of them does wrong there must not lock out the
 * others, so that address is neither blocked nor limited; everywhere else every address is.
 */
export const isSharedAddress = (address: string): boolean =>
  loopbackAllowed() && isLoopback(address);
