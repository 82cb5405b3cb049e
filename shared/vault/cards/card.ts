import * as v from 'valibot';
import { Bytes } from '#platform/schema.ts';
import { brands } from '#vocabulary/card-networks/brands.ts';

/** A card in clear, for the moment of its use. The caller erases it. */
export interface ClearCard {
  /** ASCII digits, in a buffer so that they can be overwritten. */
  readonly number: Buffer;
  readonly holderName?: string | undefined;
  /** `01` to `12`. */
  readonly expiryMonth: string;
  /** Four digits. */
  readonly expiryYear: string;
  /** The brand that was chosen for a card with several; absent for one that has only its own. */
  readonly chosenBrand?: Brand | undefined;
}

/** The same with its card verification code, if there is one. */
export interface UsableCard extends ClearCard {
  readonly cvc?: Buffer | undefined;
}

/** 32 lower-case hex characters. */
export const isCardToken = (text: string) => /^[0-9a-f]{32}$/.test(text);

/**
 * Overwrites the buffers. JavaScript's strings cannot be overwritten; garbage collection frees
 * them.
 */
export function erase({
  number,
  cvc,
}: {
  readonly number: Uint8Array;
  readonly cvc?: Uint8Array | undefined;
}): void {
  number.fill(0);
  cvc?.fill(0);
}

export const Brand = v.picklist(brands);
export type Brand = v.InferOutput<typeof Brand>;

/** A stored card: two encrypted parts, and in clear only data that is useless for paying. */
export const CardItem = v.looseObject({
  tenant: v.string(),
  token: v.string(),
  /** `411111******1111` */
  maskedNumber: v.string(),
  brand: Brand,
  /** Whether `brand` was chosen among several brands of the card. */
  isBrandChosen: v.optional(v.boolean()),
  fingerprint: v.string(),
  /** Number, holder and expiry, under a key of class `pan`. */
  sealed: Bytes,
  /** Holder and expiry again, under a key of class `display`. */
  display: Bytes,
  createdAt: v.string(),
  /** When it is deleted unless it is used before. */
  retainUntil: v.string(),
  /** How long it is stored after its last use, in seconds. */
  retainSeconds: v.number(),
  /** Written once a day at most. */
  lastUsedAt: v.optional(v.string()),
});
export type CardItem = v.InferOutput<typeof CardItem>;

/** The fields of a stored card that every caller with access may see. */
export interface MaskedCard {
  readonly tenant: string;
  readonly token: string;
  readonly maskedNumber: string;
  readonly brand: Brand;
  readonly fingerprint: string;
  readonly holderName?: string | undefined;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  /** Until when its card verification code is stored; absent without one. */
  readonly cvcExpiresAt?: string | undefined;
  readonly createdAt: string;
}

/** The masked card from its item and its decrypted display data. */
export const maskedCard = (
  { tenant, token, maskedNumber, brand, fingerprint, createdAt }: CardItem,
  face: Pick<MaskedCard, 'holderName' | 'expiryMonth' | 'expiryYear'>,
  cvcExpiresAt: string | undefined,
): MaskedCard => ({
  tenant,
  token,
  maskedNumber,
  brand,
  fingerprint,
  ...face,
  createdAt,
  ...(cvcExpiresAt !== undefined && { cvcExpiresAt }),
});

/** The first six and the last four digits; of a short number less, so that enough stays hidden. */
export function maskOf(number: Uint8Array): string {
  const digits = Buffer.from(number.buffer, number.byteOffset, number.byteLength);
  const first = digits.length >= 13 ? 6 : 0;
  const hidden = '*'.repeat(Math.max(digits.length - first - 4, 0));
  return (
    digits.toString('latin1', 0, first) + hidden + digits.toString('latin1', digits.length - 4)
  );
}

const Display = v.object({
  holderName: v.optional(v.string()),
  expiryMonth: v.string(),
  expiryYear: v.string(),
});
type Display = v.InferOutput<typeof Display>;

/** The data that is encrypted beside the number. */
export const packDisplayData = ({ holderName, expiryMonth, expiryYear }: Display): Buffer =>
  Buffer.from(JSON.stringify({ holderName, expiryMonth, expiryYear }), 'utf8');

export const unpackDisplayData = (packed: Uint8Array): Display =>
  v.parse(Display, JSON.parse(Buffer.from(packed).toString('utf8')));

/**
 * The whole card as bytes: the number of digits, the digits, the rest. No string ever holds the
 * number.
 */
export function packCard(card: ClearCard): Buffer {
  return Buffer.concat([Buffer.from([card.number.length]), card.number, packDisplayData(card)]);
}

/** The number is a copy; `packed` can be erased. */
export function unpackCard(packed: Buffer): ClearCard {
  const end = 1 + packed.readUInt8();
  return {
    number: Buffer.from(packed.subarray(1, end)),
    ...unpackDisplayData(packed.subarray(end)),
  };
}
