import { isSwitchError, SwitchError } from '../errors.ts';
import type { Write } from './port.ts';
import type { Item, Table } from './table.ts';

/** What is kept of an object of the request that made it, where that came with a key for repeats. */
export interface IdempotentItem {
  /** The request, hashed under its caller's secret. */
  readonly requestFingerprint?: string | undefined;
}

/** A request came again whose object was made before. */
export class RepeatedCreate extends Error {
  /** The object as it is in the table by now. */
  readonly item: Item;

  constructor(item: Item) {
    super('It was made before, by the same request.');
    this.name = 'RepeatedCreate';
    this.item = item;
  }
}

/** Whether it says that nothing was made, because the key of the request made something before. */
export const isIdempotencyKeyReuse = (error: unknown): boolean =>
  error instanceof RepeatedCreate || isSwitchError(error, 'idempotency_key_reused');

/** What says that an identifier is another's. */
interface ConflictErrors {
  readonly taken: () => Error;
  /** Where nobody is to have it ever again, whatever the key. */
  readonly gone?: (there: Item) => Error | undefined;
}

/** What was found in the way of an object. */
interface ExistingItem {
  /** What has its identifier. */
  readonly there: Item | undefined;
  /** Whether the key of the request was written down before, beside something. */
  readonly isClaimTaken: boolean;
}

/**
 * Why an object is not made: the same request made it before, or another one under the same key made
 * something; or else another request has made what has its identifier, of which `taken` and `gone` speak.
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

/** The key of a request, written down beside the object that it makes. */
export const claimWrites = (claim: Item | undefined): readonly Write[] =>
  claim ? [{ kind: 'put', item: claim, condition: 'absent' }] : [];

/**
 * Writes a new object: with the key of its request beside it, or neither.
 *
 * @throws RepeatedCreate, SwitchError `idempotency_key_reused`, and the refusals that are given
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
