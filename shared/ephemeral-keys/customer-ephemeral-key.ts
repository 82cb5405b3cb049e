import type { IdempotentRequest } from '../http/idempotency.ts';
import { log } from '../log.ts';
import type { PaymentResponse } from '../payments/response/payment-response.ts';
import { type EphemeralKeyStore, presentEphemeralKey } from './ephemeral-key-store.ts';

/** A request that makes a payment. */
interface KeyRequest {
  readonly merchantId: string;
  /** Whom it names as its customer. */
  readonly customerId: string | undefined;
  readonly now: Date;
  readonly requestId: string;
  readonly idempotentRequest?: IdempotentRequest | undefined;
}

type Store = Pick<EphemeralKeyStore, 'create' | 'createOnce'>;
type KeyOfResponse = PaymentResponse['ephemeral_key'];

/** The key that a new payment brings for its customer's app. */
export interface CustomerEphemeralKey {
  /** Begins to write it down, unless that has begun. */
  begin(): void;
  /** As the answer about the new payment shows it, its secret included. Never rejects. */
  shown(): Promise<KeyOfResponse>;
  /** Resolves when nothing of it is under way. */
  settled(): Promise<unknown>;
}

/**
 * A key with which the app of a payment's customer sees and changes what that customer pays with, good
 * for an hour; null where the payment names no customer.
 *
 * It is written at the same time as the payment, so it takes no step more. It is written under the
 * condition that it is not there, and its secret follows from the request where that may be repeated:
 * a repeat does not know whether the first one got to it, and asks with the same write, which makes it
 * where it is missing and finds it where it is not. Nothing about a payment depends on it: a key that
 * cannot be written is missing in the answer, and `POST /ephemeral_keys` makes another. The secret of
 * one whose payment was refused is said to nobody.
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
    log.error('no ephemeral key for the customer of a payment', error, { requestId });
    return null;
  }
}
