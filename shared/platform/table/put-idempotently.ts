import { isSwitchError, SwitchError } from '../errors.ts';
import type { Write } from './port.ts';
import type { Item, Table } from './table.ts';

/**
 * The attributes that an object stores of the request that created it, if that had an idempotency
 * key.
 */
export interface IdempotentItem {
  /** The request, hashed with its caller's secret. */
  readonly requestFingerprint?: string | undefined;
}

/** Thrown for a repeated request whose object was created before. */
export class RepeatedCreate extends Error {
  /** The object as it is in the table now. */
  readonly item: Item;

  constructor(item: Item) {
    super('It was made before, by the same request.');
    this.name = 'RepeatedCreate';
    this.item = item;
  }
}

/**
 * Whether the error means that nothing was created, because the idempotency key was used before.
 */
export const isIdempotencyKeyReuse = (error: unknown): boolean =>
  error instanceof RepeatedCreate || isSwitchError(error, 'idempotency_key_reused');

/** The errors for an id that is in use. */
interface ConflictErrors {
  readonly taken: () => Error;
  /** The error for an id that can never be used again, whatever the key. */
  readonly gone?: (there: Item) => Error | undefined;
}

/** The conflict that a new object met. */
interface ExistingItem {
  /** The object with the same id. */
  readonly there: Item | undefined;
  /** Whether the idempotency key is stored already, beside another object. */
  readonly isClaimTaken: boolean;
}

/**
 * Why an object is not created. Either the same request created it before, or another request used
 * the same key. Otherwise another request created the object with this id; `taken` and `gone` give
 * the error for that.
 */
export function createConflict(
  { requestFingerprint: asked }: IdempotentItem,
  { there, isClaimTaken }: ExistingItem,
  { taken, gone }: ConflictErrors,
): Error {
  if (there && asked !== undefined && there.requestFingerprint === asked) {
    return new RepeatedCreate(there);
  }
  const lasting = there && gone?.(there);
  if (lasting) return lasting;
  return isClaimTaken ? new SwitchError('idempotency_key_reused') : taken();
}

/** The write that stores a request's idempotency key beside the new object. */
export const claimWrites = (claim: Item | undefined): readonly Write[] =>
  claim ? [{ kind: 'put', item: claim, condition: 'absent' }] : [];

/**
 * Writes a new object and its request's idempotency key in one transaction.
 *
 * @throws RepeatedCreate, SwitchError `idempotency_key_reused`, and the given errors
 */
export async function putIdempotently(
  table: Pick<Table, 'putNew' | 'transact'>,
  item: Item & IdempotentItem,
  claim: Item | undefined,
  refusals: ConflictErrors,
): Promise<void> {
  if (!claim) {
    const there = await table.putNew(item);
    if (there) throw createConflict(item, { there, isClaimTaken: false }, refusals);
    return;
  }
  const { refused } = await table.transact([
    { kind: 'put', item, condition: 'absent' },
    ...claimWrites(claim),
  ]);
  if (refused.length === 0) return;
  const there = refused.find(({ index }) => index === 0)?.existing;
  throw createConflict(
    item,
    { there, isClaimTaken: refused.some(({ index }) => index > 0) },
    refusals,
  );
}
