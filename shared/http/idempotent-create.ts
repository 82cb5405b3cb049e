import { type ErrorKind, isSwitchError, SwitchError } from '../errors.ts';
import { type IdempotentItem, RepeatedCreate } from '../table/put-idempotently.ts';
import type { Item } from '../table/table.ts';
import { type IdempotentRequest, idempotencyKeySeconds, replayed } from './idempotency.ts';
import type { RawResponse } from './raw-response.ts';

/**
 * Creates that keep no answer: the identifier of what they make follows from the `Idempotency-Key`, so
 * the write that makes it is the check, and who repeats the request is shown it as it is by then.
 */
interface IdempotentCreate<T, A> {
  readonly idempotentRequest: IdempotentRequest | undefined;
  /** Whether the request itself names what it makes. */
  readonly isNamed: boolean;
  /** The answer to who asks first. */
  make(): Promise<A>;
  /** What has the identifier that the request makes; undefined, or a refusal, where nothing has it. */
  find(): Promise<T | undefined>;
  parse(item: Item): T;
  present(earlier: T): A | Promise<A>;
}

/**
 * Makes something, or shows what the same request made before. What is refused now may have been taken
 * then: a payment token, for one, serves once. So after a refusal the object is looked for too; and
 * while that cannot be done, nobody is told of the refusal.
 *
 * @throws SwitchError `idempotency_key_reused` when the key made something of another request, and
 * what `make` throws
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

/** Refusals after which nobody need look; of a blocked payment only the request hears that made it. */
const finalErrors: ReadonlySet<ErrorKind> = new Set([
  'temporarily_unavailable',
  'idempotency_key_reused',
  'payment_blocked',
]);

/** What an object keeps of the request that makes it. */
export const fingerprintOf = (
  idempotentRequest: IdempotentRequest | undefined,
): { requestFingerprint?: string } =>
  idempotentRequest ? { requestFingerprint: idempotentRequest.fingerprint } : {};

/**
 * The key of a request that names what it makes. The name does not follow from the key, so the key is
 * written down beside the object in the same write: under it nothing else is named for a day.
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
