import type { Address } from '#vocabulary/address.ts';

type Details = NonNullable<Address['address']>;

/** First and last name, as far as they are known; undefined where none is. */
export const nameIn = ({ address }: Address = {}): string | undefined =>
  [address?.first_name, address?.last_name].filter(Boolean).join(' ') || undefined;

/**
 * An address under a processor's names of its members, in the processor's order: by each name, our
 * name of the member. What is not known is undefined.
 */
export const addressAs = <Name extends string>(
  names: Readonly<Record<Name, keyof Details>>,
  address: Details | null | undefined,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries<keyof Details>(names).map(([theirs, ours]) => [
      theirs,
      address?.[ours] ?? undefined,
    ]),
  );
