import { SwitchError } from '../errors.ts';
import { itemSize, valueSize } from './units.ts';

/** DynamoDB keeps no larger item, in bytes. */
export const maxItemBytes = 409_600;

/** Ours are no larger than this, in bytes: `docs/decisions/0025-how-large-things-may-be.md`. */
export const itemCeiling = 69_632;

/** Bytes of an item that are reserved for the changes after its requests, such as outcomes. */
export const outcomeReserve = 28_672;

/**
 * Bytes of an item that are reserved for its confirm: for the attributes of the payment method, of
 * the connector's defaults and of the merchant's programs.
 */
export const confirmReserve = 4_096;

/** Bytes of an item that requests may fill before its confirm. */
export const requestCeiling = itemCeiling - outcomeReserve - confirmReserve;

/**
 * Refuses an item that has become too large. Throws `item_too_large`, which names its largest
 * member without a value.
 */
export function checkItemSize(item: object, limit: number = itemCeiling): void {
  const size = itemSize(item);
  if (size > limit) throw tooLarge(item, { size, limit });
}

const tooLarge = (
  item: object,
  { size, limit }: { readonly size: number; readonly limit: number },
): SwitchError => {
  const { name, size: largest } = largestMember(item);
  const message =
    `This would become too large to be kept: ${size} bytes, and the limit is ${limit} bytes. ` +
    `Most of it is \`${name}\` (${largest} bytes)`;
  return new SwitchError('item_too_large', { message });
};

/** An update grows an item that the function has not read, so only DynamoDB finds out. */
export const refusedByDatabase = (cause: unknown): SwitchError => {
  const message = `This would become too large to be kept: the limit is ${maxItemBytes} bytes`;
  return new SwitchError('item_too_large', { message }, { cause });
};

/** Whether a message of DynamoDB is that an item is too large for it. */
export const isAboutSize = (message: string | undefined): boolean =>
  /item size (?:has|to update has) exceeded/i.test(message ?? '');

/** Members that are no member of a request, but hold those. */
const holders: ReadonlySet<string> = new Set(['requestFields', 'settings', 'attempt']);

/** The member of a request that takes most of an item. */
function largestMember(item: object): { readonly name: string; readonly size: number } {
  const members = Object.entries(item).flatMap(([name, value]) =>
    holders.has(name) && typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [[name, value] as const],
  );
  return members
    .map(([name, value]) => ({ name, size: valueSize(value) }))
    .reduce((one, other) => (other.size > one.size ? other : one), { name: '', size: 0 });
}
