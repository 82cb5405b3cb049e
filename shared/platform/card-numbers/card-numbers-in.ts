// Loaded late: few texts contain as many digits as a card number.
import { hasValidCheckDigit } from './check-digit.ts';
import { isKnownStart, issuedLengths } from './number-ranges.ts';

const shortest = 13;
const longest = 19;
/** Characters that may stand between two groups, such as a dash with blanks around it. */
const mostBetween = 3;

/**
 * The card numbers in a text: 13 to 19 digits of a network that we know, with the right check
 * digit, that stand together or in groups as people write them. Of each number it gives the places
 * of its digits in the text, in UTF-16 units.
 */
export function cardNumbersIn(text: string): Iterable<readonly number[]> {
  return search(text);
}

function* search(text: string): Generator<readonly number[]> {
  const isCardNumber = judge();
  for (const { digits, places, sizes } of rowsOfGroups(withoutProgramsNames(text))) {
    let start = 0;
    for (let first = 0; first < sizes.length; first += 1) {
      for (const length of embossedFrom(sizes, first)) {
        if (isCardNumber(digits.slice(start, start + length))) {
          yield places.slice(start, start + length);
        }
      }
      start += sizes[first] ?? 0;
    }
  }
}

/** Whether digits are a card's number. The networks of a text are looked up once for each start. */
function judge(): (digits: string) => boolean {
  const lengths = new Map<string, readonly number[]>();
  return (digits) => {
    if (!isKnownStart(digits) || !hasValidCheckDigit(digits)) return false;
    const start = digits.slice(0, 8);
    const known = lengths.get(start) ?? issuedLengths(digits);
    lengths.set(start, known);
    return known.includes(digits.length);
  };
}

/** Groups of digits with only some separators between them. */
interface Row {
  /** The digits of all groups, each one of 0 to 9 whatever its script. */
  readonly digits: string;
  /** Where each digit's character stands in the text, in UTF-16 units. */
  readonly places: readonly number[];
  /** How many digits each group has. */
  readonly sizes: readonly number[];
}

/**
 * Of names that programs make, one in some thousand has a run of digits in it by chance:
 * hexadecimal ones, also behind a prefix such as `epk_`, and UUIDs. Letters replace them.
 */
const withoutProgramsNames = (text: string) =>
  text.replace(programsName, (name) => (/[a-f]/i.test(name) ? 'x'.repeat(name.length) : name));

const programsName =
  /(?<![a-z0-9])(?:[0-9a-f]{20,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?![a-z0-9])/gi;

function* rowsOfGroups(text: string): Generator<Row> {
  let digits = '';
  let places: number[] = [];
  let sizes: number[] = [];
  let between = 0;
  let at = 0;
  for (const character of text) {
    const some = digitsOf(character);
    if (some !== '') {
      if (sizes.length === 0 || between > 0) sizes.push(0);
      for (const digit of some) {
        digits += digit;
        places.push(at);
      }
      sizes.push((sizes.pop() ?? 0) + some.length);
      between = 0;
    } else if (sizes.length > 0 && !invisible.test(character)) {
      between += 1;
      if (between > mostBetween || letter.test(character)) {
        yield { digits, places, sizes };
        digits = '';
        places = [];
        sizes = [];
        between = 0;
      }
    }
    at += character.length;
  }
  if (sizes.length > 0) yield { digits, places, sizes };
}

const letter = /\p{L}/u;
/** Format characters and marks, such as those that make a keycap of a digit, separate nothing. */
const invisible = /[\p{Cf}\p{M}]/u;

/**
 * The digits, if any, that a character stands for: those of all scripts, also raised, circled or in
 * full width. For most characters the code decides.
 */
function digitsOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return code >= 0x30 && code <= 0x39 ? character : '';
  if (!/[\p{Nd}\p{No}]/u.test(character)) return '';
  // One character at a time: to put the marks of a whole text in order takes longer than its
  // length.
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
 * The lengths, from 13 to 19 digits, of the numbers that groups make from this one on, in the ways
 * in which cards have them: all together, groups of one length of which the last may be shorter, or
 * 4, 6 and 4 or 5.
 */
function* embossedFrom(sizes: readonly number[], first: number): Generator<number> {
  const [one = 0, two, three] = [sizes[first], sizes[first + 1], sizes[first + 2]];
  if (one === 4 && two === 6 && (three === 4 || three === 5)) yield one + two + three;
  if (one > 8) {
    if (one >= shortest && one <= longest) yield one;
    return;
  }
  let total = 0;
  for (let group = first; total <= longest; group += 1) {
    const next = sizes[group] ?? 0;
    if (next === 0 || next > one) return;
    total += next;
    if (total >= shortest && total <= longest) yield total;
    if (next < one) return;
  }
}
