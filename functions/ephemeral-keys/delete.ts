import {
  type EphemeralKeyStore,
  ephemeralKeyStore,
  presentEphemeralKey,
} from '#merchants/ephemeral-keys/ephemeral-key-store.ts';
import { deleteEphemeralKey } from '#merchants/ephemeral-keys/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly ephemeralKeys: EphemeralKeyStore;
}

/** Ends a customer's key before its hour is over. The next request with it is refused. */
export const remove = implement(
  deleteEphemeralKey,
  async ({ caller, params, now }, { ephemeralKeys }: Services) => {
    const key = await ephemeralKeys.end(caller.merchantId, params.key_id, now);
    return { ...presentEphemeralKey(key), secret: null };
  },
);

export const handler = lambda(remove, () => ({ ephemeralKeys: ephemeralKeyStore(liveTable()) }));
