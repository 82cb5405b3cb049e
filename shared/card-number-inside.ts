import { networkOf } from './card-networks/card-networks.part.ts';
import { hasValidCheckDigit } from './card-networks/check-digit.ts';

/**
 * Whether a name that a caller chose has a card's number in it: 13 to 19 digits of a network that we
 * know, with the right check digit, that stand together or in groups as they are embossed. Names stand in
 * keys, lists, logs and addresses, where no card number may be.
 */
export function holdsCardNumber(name: string): boolean {
  const plain = name.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return candidates(plain).some(
    (digits) =>
      digits.length >= 13 &&
      digits.length <= 19 &&
      hasValidCheckDigit(digits) &&
      networkOf(digits)?.lengths.includes(digits.length),
  );
}

function candidates(name: string): readonly string[] {
  const together = name
    // Of hexadecimal names one in some thousand has such a run of digits in it by chance, also behind a
    // prefix such as `epk_`.
    .replace(/(?<![a-z0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{20,}(?![a-z0-9])/gi, '')
    .match(/\d+/g);
  const inGroups = name.match(/(?<![\p{L}\d])\d+(?:[\p{Pd}\p{Zs}._]\d+)+(?![\p{L}\d])/gu) ?? [];
  return [...(together ?? []), ...inGroups.flatMap((run) => embossed(run.split(/\D/)))];
}

/** The numbers that groups of digits make as cards have them: fours, or 4, 6 and 4 or 5. */
function embossed(groups: readonly string[]): readonly string[] {
  return groups.flatMap((_, start) =>
    groups.flatMap((__, end) => {
      const some = groups.slice(start, end + 1);
      return isEmbossed(some.map(({ length }) => length)) ? [some.join('')] : [];
    }),
  );
}

function isEmbossed(lengths: readonly number[]): boolean {
  if (/^4,6,[45]$/.test(lengths.join())) return true;
  const [first = 0] = lengths;
  const last = lengths.at(-1) ?? 0;
  return first <= 8 && last <= first && lengths.slice(0, -1).every((length) => length === first);
}
