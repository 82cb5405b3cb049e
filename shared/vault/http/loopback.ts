import { loopbackAllowed } from '#platform/stage.ts';

/** Whether an address is the machine's own. */
export const isLoopback = (address: string): boolean =>
  /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/i.test(address);

/**
 * Whether many clients share this address: loopback on a laptop. A client's mistakes there must not
 * lock out the others, so the address is neither blocked nor limited. Every other address is.
 */
export const isSharedAddress = (address: string): boolean =>
  loopbackAllowed() && isLoopback(address);
