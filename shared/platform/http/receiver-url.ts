import * as v from 'valibot';
import { text } from '../schema.ts';
import { loopbackAllowed } from '../stage.ts';
import { readTarget } from './allowed-address.ts';

/**
 * The address of a merchant's server, to which the switch sends requests. It is refused when it is
 * set for the same reasons for which a request to it would never be sent.
 */
export const receiverUrl = (max: number) =>
  v.pipe(
    text(max),
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
