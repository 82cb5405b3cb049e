import { isKnownStart, networkOf } from './card-networks/card-networks.part.ts';
import { hasValidCheckDigit } from './card-networks/check-digit.ts';

export interface Digit {
  /** One of 0 to 9, whatever the script. */
  readonly value: string;
  /** Where its character stands in the text, in UTF-16 units. */
  readonly at: number;
}

/** Digits that stand together. */
type Group = readonly Digit[];

const shortest = 13;
const longest = 19;
/** Characters that may stand between two groups, such as a dash with blanks around it. */
const mostBetween = 3;

/**
 * The card numbers in a text, digit by digit: 13 to 19 digits of a network that we know, with the right
 * check digit, that stand together or in groups as people write them.
 */
export function* cardNumbersIn(text: string): Generator<readonly Digit[]> {
  for (const groups of rowsOfGroups(withoutProgramsNames(text))) {
    for (let first = 0; first < groups.length; first += 1) {
      for (const number of embossedFrom(groups, first)) if (isCardNumber(number)) yield number;
    }
  }
}

/**
 * Of names that programs make, one in some thousand has a run of digits in it by chance: hexadecimal
 * ones, also behind a prefix such as `epk_`, and UUIDs. Letters take their places.
 */
const withoutProgramsNames = (text: string) =>
  text.replace(programsName, (name) => (/[a-f]/i.test(name) ? 'x'.repeat(name.length) : name));

const programsName =
  /(?<![a-z0-9])(?:[0-9a-f]{20,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?![a-z0-9])/gi;

/** Groups of digits with nothing but some separators between them. */
function* rowsOfGroups(text: string): Generator<readonly Group[]> {
  let row: Group[] = [];
  let group: Digit[] = [];
  let between = 0;
  let at = 0;
  for (const character of text) {
    const digits = digitsOf(character);
    if (digits !== '') {
      if (group.length === 0 || between > 0) {
        group = [];
        row.push(group);
      }
      for (const value of digits) group.push({ value, at });
      between = 0;
    } else if (row.length > 0 && !invisible.test(character)) {
      between += 1;
      if (between > mostBetween || letter.test(character)) {
        yield row;
        row = [];
        group = [];
        between = 0;
      }
    }
    at += character.length;
  }
  if (row.length > 0) yield row;
}

const letter = /\p{L}/u;
/** Format characters and marks, such as those that make a keycap of a digit, separate nothing. */
const invisible = /[\p{Cf}\p{M}]/u;

/**
 * The digits, if any, that a character stands for: those of all scripts, also raised, circled or in
 * full width. Most characters are told by their code.
 */
function digitsOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return code >= 0x30 && code <= 0x39 ? character : '';
  if (!/[\p{Nd}\p{No}]/u.test(character)) return '';
  // One character at a time: to put the marks of a whole text in order takes longer than its length.
  return [...character.normalize('NFKC')].map(decimalOf).join('');
}

/** The ten digits of each script follow one another. */
function decimalOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return /\d/.test(character) ? character : '';
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before))) before += 1;
  return before === 0 ? '' : String((before - 1) % 10);
}

/**
 * The numbers of 13 to 19 digits that groups make from this one on, in the ways in which cards have
 * them: all together, groups of one length of which the last may be shorter, or 4, 6 and 4 or 5.
 */
function* embossedFrom(groups: readonly Group[], first: number): Generator<readonly Digit[]> {
  const size = (place: number) => groups[first + place]?.length ?? 0;
  const [one, two, three] = [size(0), size(1), size(2)];
  if (one === 4 && two === 6 && (three === 4 || three === 5)) {
    yield groups.slice(first, first + 3).flat();
  }
  if (one >= shortest && one <= longest) yield [...(groups[first] ?? [])];
  if (one > 8) return;
  let total = 0;
  for (let place = 0; total <= longest; place += 1) {
    const next = size(place);
    if (next === 0 || next > one) return;
    total += next;
    if (total >= shortest && total <= longest) {
      yield groups.slice(first, first + place + 1).flat();
    }
    if (next < one) return;
  }
}

function isCardNumber(number: readonly Digit[]): boolean {
  const digits = number.map(({ value }) => value).join('');
  if (!isKnownStart(digits) || !hasValidCheckDigit(digits)) return false;
  return networkOf(digits)?.lengths.includes(digits.length) ?? false;
}
