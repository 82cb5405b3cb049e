import { type ErrorKind, isSwitchError, SwitchError } from '../../errors.ts';
import { type IdempotentItem, RepeatedCreate } from '../../table/put-idempotently.ts';
import type { Item } from '../../table/table.ts';
import type { RawResponse } from '../response/raw-response.ts';
import { type IdempotentRequest, idempotencyKeySeconds, replayed } from './idempotency.ts';

/**
 * Creates that store no answer. The new object's id is derived from the `Idempotency-Key`, so the
 * conditional put that creates it is the check. A repeated request gets the object as it is by
 * then.
 */
interface IdempotentCreate<T, A> {
  readonly idempotentRequest: IdempotentRequest | undefined;
  /** Whether the request itself states the new object's id. */
  readonly isNamed: boolean;
  /** The answer to the first request. */
  make(): Promise<A>;
  /**
   * The object with the id that the request creates; undefined, or an error, when there is none.
   */
  find(): Promise<T | undefined>;
  parse(item: Item): T;
  present(earlier: T): A | Promise<A>;
}

/**
 * Creates an object, or shows the one that the same request created before. A request that is
 * refused now may have succeeded earlier: a payment token, for example, works once. That is why the
 * object is also looked up after a refusal. If that look-up fails, its error replaces the refusal.
 *
 * @throws SwitchError `idempotency_key_reused` when another request created an object with the key,
 * and the errors of `make`
 */
export async function createIdempotently<T extends IdempotentItem, A extends object>(
  create: IdempotentCreate<T, A>,
): Promise<A | RawResponse> {
  const { make, parse, present } = create;
  try {
    return await make();
  } catch (error) {
    const earlier =
      error instanceof RepeatedCreate ? parse(error.item) : await findEarlier(error, create);
    if (!earlier) throw error;
    return replayed(await present(earlier));
  }
}

async function findEarlier<T extends IdempotentItem, A>(
  error: unknown,
  { idempotentRequest, isNamed, find }: IdempotentCreate<T, A>,
): Promise<T | undefined> {
  if (!idempotentRequest || !isSwitchError(error) || finalErrors.has(error.kind)) return undefined;
  const earlier = await find().catch((failure: unknown) => {
    if (!isSwitchError(failure) || failure.kind === 'temporarily_unavailable') throw failure;
    return undefined;
  });
  if (earlier?.requestFingerprint === idempotentRequest.fingerprint) return earlier;
  if (earlier && !isNamed) throw new SwitchError('idempotency_key_reused');
  return undefined;
}

/**
 * Errors that need no look-up. Only the request that made a blocked payment gets `payment_blocked`.
 */
const finalErrors: ReadonlySet<ErrorKind> = new Set([
  'temporarily_unavailable',
  'idempotency_key_reused',
  'payment_blocked',
]);

/** The attributes of the creating request that an object stores. */
export const fingerprintOf = (
  idempotentRequest: IdempotentRequest | undefined,
): { requestFingerprint?: string } =>
  idempotentRequest ? { requestFingerprint: idempotentRequest.fingerprint } : {};

/**
 * The key of a request that states its object's id. That id does not follow from the key, so the
 * same transaction also writes the key. For a day the key cannot create another object.
 */
export function idempotencyClaim(
  {
    idempotentRequest,
    now,
  }: { readonly idempotentRequest?: IdempotentRequest | undefined; readonly now: Date },
  merchantId: string,
  {
    isNamed,
    operation,
  }: { readonly isNamed: boolean; readonly operation: { readonly name: string } },
): Item | undefined {
  if (!idempotentRequest || !isNamed) return undefined;
  return {
    pk: `MERCHANT#${merchantId}#IDEMPOTENCY#${idempotentRequest.id}`,
    sk: `NAMED#${operation.name}`,
    merchantId,
    expiresAtSeconds: Math.floor(now.getTime() / 1_000) + idempotencyKeySeconds,
  };
}
