import { setOwnMember } from '../own-member.ts';
import { zlib } from '../zlib.ts';
import { dictionary1 } from './packing-dictionary.ts';
import type { Item, Key } from './port.ts';
import { itemSize, writeUnitBytes } from './units.ts';

/**
 * A kind of item that may be packed: most attributes deflated into one. The list below names the
 * kinds, and the attributes that stay plain, because an update changes them, a condition or index
 * uses them, or an operator searches for them: `docs/decisions/0034-packed-items.md`.
 */
interface PackedKind {
  readonly sk: string;
  /** Whether `sk` is the whole sort key, or its beginning. */
  readonly isWhole: boolean;
  /** Stay as they are, beside those that stay in every item. */
  readonly plain: readonly string[];
  /**
   * Text that is packed as it is, since a text in JSON is written in another way than by itself.
   */
  readonly text?: string;
}

/** Of an item, as the table or its stream gives them. */
type Attributes = Readonly<Record<string, unknown>>;

const kinds: readonly PackedKind[] = [
  {
    sk: 'PAYMENT',
    isWhole: true,
    plain: ['status', 'refundableMinor', 'refundCount', 'refundedCaptures', 'disputedMinor'],
  },
  { sk: 'ATTEMPT#', isWhole: false, plain: ['status'] },
  { sk: 'CAPTURE#', isWhole: false, plain: ['status'] },
  { sk: 'REFUND#', isWhole: false, plain: ['status'] },
  { sk: 'DISPUTE#', isWhole: false, plain: ['status'] },
  { sk: 'PAYOUT', isWhole: true, plain: ['status'] },
  { sk: 'EVENT', isWhole: true, plain: ['type'], text: 'body' },
  { sk: 'PROFILE#', isWhole: false, plain: ['id'] },
  { sk: 'CONNECTOR#', isWhole: false, plain: ['id', 'status'] },
];

/** Never packed: keys, and the attributes that conditions read. */
const alwaysPlain = [
  'pk',
  'sk',
  'version',
  'save_id',
  'listPk',
  'listSk',
  'duePk',
  'dueAt',
  'trace',
];

const kindOf = (sk: unknown): PackedKind | undefined =>
  typeof sk === 'string'
    ? kinds.find((kind) => (kind.isWhole ? sk === kind.sk : sk.startsWith(kind.sk)))
    : undefined;

/** The attribute that holds the packed members. Its first byte is the version of its format. */
const packedName = 'packed';

/** Each version with its dictionary. A version is read for as long as any item may have it. */
const dictionaries: ReadonlyMap<number, Buffer> = new Map([[1, Buffer.from(dictionary1)]]);

/**
 * The version that is written. The deployed version of the switch and the one before it can read
 * it.
 */
const writtenVersion = 1;

/**
 * The most bytes that a packed item may hold, as JSON. An item of ours holds no more than DynamoDB
 * does, of which JSON makes a multiple at worst. A larger one is no item of ours.
 */
export const maxUnpackedBytes = 4_194_304;

/**
 * Bytes of the buffers of zlib. Ours hold most items; making a buffer of the usual 16 KB takes
 * longer than the work in it.
 */
const chunkSize = 4_096;

/**
 * The item as it is written: packed where it would take more than one write unit as it is, and
 * takes less then. Bytes, and values that JSON has not, stay as they are.
 */
export function packed(item: Item): Item {
  const kind = kindOf(item.sk);
  if (!kind) return item;
  const size = itemSize(item);
  if (size <= writeUnitBytes) return item;
  const plain: Record<string, unknown> = {};
  const inside: Record<string, unknown> = {};
  let text = '';
  for (const [name, value] of Object.entries(item)) {
    if (name === kind.text && typeof value === 'string' && value !== '') text = value;
    else if (alwaysPlain.includes(name) || kind.plain.includes(name) || !isJson(value)) {
      setOwnMember(plain, name, value);
    } else setOwnMember(inside, name, value);
  }
  const bytes = Buffer.from(text ? `${JSON.stringify(inside)}\n${text}` : JSON.stringify(inside));
  if (bytes.length > maxUnpackedBytes) return item;
  const dictionary = dictionaries.get(writtenVersion);
  const deflated = zlib.deflateRawSync(bytes, { chunkSize, ...(dictionary && { dictionary }) });
  const { pk, sk } = item;
  const next = {
    ...plain,
    pk,
    sk,
    [packedName]: Buffer.concat([Buffer.of(writtenVersion), deflated]),
  };
  return itemSize(next) < size ? next : item;
}

/**
 * The item as it was before it was packed; any other item as it is. An attribute that was set since
 * counts for more than the one that is packed.
 *
 * @throws Error where a later version of us packed it, or it cannot be read
 */
export function unpacked(item: Item): Item;
export function unpacked(item: Attributes): Attributes;
export function unpacked(item: Attributes): Attributes {
  const kind = kindOf(item.sk);
  if (!kind || !(item[packedName] instanceof Uint8Array)) return item;
  const { [packedName]: bytes, ...plain } = item;
  const version = bytes[0] ?? 0;
  const dictionary = dictionaries.get(version);
  if (!dictionary) throw new Error(`An item is packed in version ${version}, which is not known.`);
  const inflated = zlib
    .inflateRawSync(bytes.subarray(1), {
      dictionary,
      chunkSize,
      maxOutputLength: maxUnpackedBytes,
    })
    .toString('utf8');
  // JSON has no line breaks outside of its texts, and inside of them they are written in another
  // way.
  const end = inflated.indexOf('\n');
  const inside: unknown = JSON.parse(end < 0 ? inflated : inflated.slice(0, end));
  if (typeof inside !== 'object' || inside === null) throw new Error('A packed item holds none.');
  return {
    ...inside,
    ...(kind.text !== undefined && end >= 0 && { [kind.text]: inflated.slice(end + 1) }),
    ...plain,
  };
}

/**
 * Refuses a change of, or a condition on, an attribute that may be packed: DynamoDB would not find
 * it. Only a mistake of ours can cause that.
 */
export function checkPlain(key: Key, names: readonly string[]): void {
  const kind = kindOf(key.sk);
  const hidden =
    kind && names.find((name) => !alwaysPlain.includes(name) && !kind.plain.includes(name));
  if (hidden) throw new Error(`${hidden} of ${kind.sk} may be packed: nothing can depend on it.`);
}

/** Whether JSON keeps it as DynamoDB does: no bytes, no sets, and nothing missing within a list. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object') return typeof value !== 'bigint';
  if (value === null) return true;
  if (Array.isArray(value)) return value.every((one) => one !== undefined && isJson(one));
  return isPlain(value) && Object.values(value).every(isJson);
}

const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !('toJSON' in value);
};
