import { asciiDigits } from '#platform/card-numbers/ascii-digits.ts';
import { regrouped, type TypedText } from '#vault/switch/typed-groups.ts';
import { numberForm } from './number-kinds.ts';
import type { FieldKind } from './typed-field.ts';

const asTyped: ReadonlySet<FieldKind> = new Set([
  'text',
  'name',
  'cardholder name',
  'email',
  'country',
  'state',
]);

const groupsOfFour = { gaps: [4, 8, 12, 16, 20, 24, 28, 32], separator: ' ', maxDigits: 34 };

/**
 * A field as it is shown while it is typed: numbers of accounts in their groups, and digits of all
 * scripts as 0 to 9. Names and addresses stay as they are.
 */
export function shownField(kind: FieldKind, typed: TypedText): TypedText {
  if (asTyped.has(kind)) return typed;
  if (kind === 'iban') return regrouped(typed, () => groupsOfFour, lettersAndDigits);
  const form = numberForm(kind);
  if (form) {
    const { gaps = [], separator = '' } = form;
    // Digits beyond the last are kept, so that the payer sees the error.
    return regrouped(typed, () => ({ gaps, separator, maxDigits: Number.POSITIVE_INFINITY }));
  }
  const { text, caret } = typed;
  return { text: asciiDigits(text), caret: asciiDigits(text.slice(0, caret)).length };
}

const lettersAndDigits = (text: string) =>
  asciiDigits(text)
    .toUpperCase()
    .replace(/[^A-Z\d]/g, '');

/** The value of a field as the request states it. */
export function sentValue(kind: FieldKind, text: string): string {
  if (kind === 'iban' || kind === 'tax number') return lettersAndDigits(text);
  if (numberForm(kind)) return asciiDigits(text).replace(/\D/g, '');
  return kind === 'phone' ? asciiDigits(text).replace(/[\s().-]/g, '') : text.trim();
}
