import {
  type EphemeralKeyStore,
  ephemeralKeyStore,
  presentEphemeralKey,
} from '#merchants/ephemeral-keys/ephemeral-key-store.ts';
import { createEphemeralKey } from '#merchants/ephemeral-keys/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly ephemeralKeys: EphemeralKeyStore;
}

/** Creates a key for one customer's app. The customer need not exist yet. */
export const create = implement(
  createEphemeralKey,
  async ({ caller, body, now }, { ephemeralKeys }: Services) => {
    const owner = { merchantId: caller.merchantId, customerId: body.customer_id };
    const { key, secret } = await ephemeralKeys.create(owner, now);
    return { ...presentEphemeralKey(key), secret };
  },
);

export const handler = lambda(create, () => ({ ephemeralKeys: ephemeralKeyStore(liveTable()) }));
