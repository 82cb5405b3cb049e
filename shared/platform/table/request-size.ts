import { log } from '../log.ts';
import {
  checkItemSize,
  confirmReserve,
  maxItemBytes,
  outcomeReserve,
  requestCeiling,
} from './item-size.ts';
import { itemSize, valueSize } from './units.ts';

/**
 * Members of a payment, a payout or a refund that are filled after its request, and the names that
 * we give it. All are bounded, and together they take less than `outcomeReserve`. Members that wait
 * for a confirm are here too: the confirm drops them, so no outcome ever stands beside them.
 */
const addedLater: ReadonlySet<string> = new Set([
  'transitions',
  'captures',
  'pendingSync',
  'resolvedManually',
  'postCaptureVoid',
  'voidAskedAt',
  'cancelAskedAt',
  'error',
  'connectorRefundId',
  'connectorMetadata',
  'connectorCaptureId',
  'refundedCaptures',
  'paymentMethod',
  'attachedCard',
  'attachedMethod',
  'held',
  'fingerprint',
  'switchUrl',
  'mandate',
]);

/** The statuses of payments and payouts before their confirm. */
const unconfirmed: ReadonlySet<string> = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_payout_method_data',
]);

/**
 * Refuses a payment, a payout or a refund that requests have filled so far that its largest outcome
 * would not fit any more. Its outcomes so far do not count, so they decide nothing. An object that
 * awaits its confirm leaves room for that too: every update that was accepted can be confirmed.
 * Throws `item_too_large`.
 */
export function checkRequestSize(thing: object): void {
  const awaitsConfirm = unconfirmed.has(String(memberOf(thing, 'status')));
  const ceiling = awaitsConfirm ? requestCeiling : requestCeiling + confirmReserve;
  // A part is no larger than the whole.
  if (itemSize(thing) <= ceiling) return;
  checkItemSize(requestPart(thing), ceiling);
  checkItemSize(thing);
}

/** The members that requests have filled. Members that we do not know count as filled. */
function requestPart(thing: object): object {
  const entries = Object.entries(thing).flatMap(([name, value]): [string, unknown][] => {
    if (addedLater.has(name)) return [];
    if (name === 'attempt') return [[name, memberOf(value, 'paymentMethodData')]];
    if (name === 'increments' && Array.isArray(value)) return [[name, value.map(withoutError)]];
    return [[name, value]];
  });
  return Object.fromEntries(entries);
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function withoutError(one: unknown): unknown {
  if (typeof one !== 'object' || one === null) return one;
  const { error: _, ...rest } = Object.assign({ error: undefined }, one);
  return rest;
}

/** A member of this size or less is not worth leaving out, in bytes. */
const smallMember = 1_024;

interface Trimmable {
  readonly id: string;
  /** The fields that a merchant stated, under their names in the API. */
  readonly requestFields?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The same thing, so small that DynamoDB takes it with all its later changes. Only an item of an
 * earlier version may be larger. Its outcome counts for more than members that are only shown, so
 * the largest members that its merchant stated are left out, and `metadata` names them.
 */
export function trimToFit<T extends Trimmable>(thing: T): T {
  const limit = maxItemBytes - outcomeReserve;
  const size = itemSize(thing);
  if (size <= limit) return thing;
  const removed: string[] = [];
  let surplus = size - limit;
  const without = (members: Readonly<Record<string, unknown>>, isAll: boolean) => {
    const sizes = Object.entries(members)
      .map(([name, value]) => ({ name, bytes: valueSize(value) }))
      .sort((one, other) => other.bytes - one.bytes);
    const gone = new Set<string>();
    for (const { name, bytes } of sizes) {
      if (surplus <= -smallMember || (!isAll && bytes <= smallMember)) break;
      gone.add(name);
      removed.push(name);
      surplus -= bytes;
    }
    return Object.fromEntries(Object.entries(members).filter(([name]) => !gone.has(name)));
  };
  const { requestFields, metadata } = thing;
  const left = {
    ...(requestFields && { requestFields: without(requestFields, false) }),
    ...(metadata && { metadata: without(metadata, true) }),
  };
  const note = {
    removed_for_size: removed
      .map((name) => name.slice(0, 40))
      .join(', ')
      .slice(0, 500),
  };
  log.error('stated members removed, so that what happened can be saved', new Error('too large'), {
    id: thing.id,
    bytes: size,
  });
  return {
    ...thing,
    ...left,
    ...(left.requestFields
      ? {
          requestFields: {
            ...left.requestFields,
            metadata: withNote(left.requestFields.metadata, note),
          },
        }
      : { metadata: withNote(left.metadata, note) }),
  };
}

const withNote = (metadata: unknown, note: object) => ({
  ...(typeof metadata === 'object' ? metadata : {}),
  ...note,
});
