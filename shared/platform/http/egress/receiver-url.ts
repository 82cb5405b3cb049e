import * as v from 'valibot';
import { pastedAddress } from '../../schema.ts';
import { loopbackAllowed } from '../../stage.ts';
import { readTarget } from './allowed-address.ts';

/**
 * The address of a merchant's server, to which the switch sends requests. It is refused when it is
 * set for the same reasons for which a request to it would never be sent.
 */
export const receiverUrl = (max: number) =>
  v.pipe(
    pastedAddress(max),
    v.check(
      // It would be sent as a part of the path, which no server knows.
      (address) => !/\p{Cf}/u.test(address),
      'an address with an invisible character in it is not allowed',
    ),
    v.check(
      (address) => read(address) instanceof URL,
      ({ input }) => {
        const target = read(input);
        return target instanceof URL ? '' : target.reason;
      },
    ),
  );

const read = (address: string) =>
  readTarget(address, loopbackAllowed() ? 'public and loopback' : 'public');
