import type { IdempotentRequest } from '#platform/http/operation/idempotency.ts';
import { log } from '#platform/log.ts';
import { type EphemeralKeyStore, presentEphemeralKey } from './ephemeral-key-store.ts';

/** The request that creates the payment. */
interface KeyRequest {
  readonly merchantId: string;
  /** The customer that the request names. */
  readonly customerId: string | undefined;
  readonly now: Date;
  readonly requestId: string;
  readonly idempotentRequest?: IdempotentRequest | undefined;
}

type Store = Pick<EphemeralKeyStore, 'create' | 'createOnce'>;
/** The key in a payment's response; null where the payment has no customer. */
type KeyOfResponse =
  | (Pick<ReturnType<typeof presentEphemeralKey>, 'customer_id' | 'created_at' | 'expires'> & {
      readonly secret: string;
    })
  | null;

/** The ephemeral key that a new payment brings for its customer's app. */
export interface CustomerEphemeralKey {
  /** Starts the write, unless it has started. */
  begin(): void;
  /** The key as the payment's response shows it, with its secret. Never rejects. */
  shown(): Promise<KeyOfResponse>;
  /** Resolves when no write is in progress. */
  settled(): Promise<unknown>;
}

/**
 * Creates an ephemeral key for the payment's customer, valid for an hour; null without a customer.
 * The customer's app uses it to see and change that customer's payment methods.
 *
 * The key is written in parallel with the payment, with a conditional put. With an Idempotency-Key
 * the secret is derived from the request, so a retry makes the same put: it creates the key or
 * finds the one that is there. The payment does not depend on it: when the put fails, the response
 * has no key, and `POST /ephemeral_keys` creates another. When the payment is refused, no response
 * shows the secret.
 */
export function customerEphemeralKey(
  request: KeyRequest,
  ephemeralKeys: Store,
): CustomerEphemeralKey {
  let creation: Promise<KeyOfResponse> | undefined;
  const shown = () => {
    creation ??= createKey(request, ephemeralKeys);
    return creation;
  };
  return { begin: () => void shown(), shown, settled: async () => creation };
}

async function createKey(
  { merchantId, customerId, now, requestId, idempotentRequest }: KeyRequest,
  ephemeralKeys: Store,
): Promise<KeyOfResponse> {
  if (customerId === undefined) return null;
  try {
    const owner = { merchantId, customerId };
    const key = idempotentRequest
      ? await ephemeralKeys.createOnce(owner, now, idempotentRequest)
      : await ephemeralKeys.create(owner, now);
    if (!key) return null;
    const { customer_id, created_at, expires } = presentEphemeralKey(key.key);
    return { customer_id, created_at, expires, secret: key.secret };
  } catch (error) {
    log.error('ephemeral key for a payment not created', error, { requestId });
    return null;
  }
}
