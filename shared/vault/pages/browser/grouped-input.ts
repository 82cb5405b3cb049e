import { asciiDigits } from '#platform/card-numbers/ascii-digits.ts';
import { type Grouping, regrouped } from '../digit-groups.ts';

/**
 * Groups the digits of a field while the customer types, and leaves the caret behind the same
 * digit. Digits of other scripts become 0 to 9. Groups digits at once that were typed before this
 * script ran.
 */
export function groupWhileTyping(
  input: HTMLInputElement,
  groupingOf: (digits: string) => Grouping,
  /** Prepares the typed text before its digits are taken. */
  prepared: (text: string) => string = (text) => text,
) {
  const group = () => {
    const plain = asciiDigits(input.value);
    const typed = prepared(plain);
    // Added characters are before the caret: the caret is never in front of text that was just
    // typed.
    const added = typed.length - plain.length;
    const caret =
      asciiDigits(input.value.slice(0, input.selectionStart ?? undefined)).length + added;
    const next = regrouped({ text: typed, caret }, groupingOf);
    if (next.text === input.value) return;
    input.value = next.text;
    input.setSelectionRange(next.caret, next.caret);
  };
  // An input method that is still composing, such as one for Japanese, loses its place when the
  // text changes.
  input.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) group();
  });
  input.addEventListener('compositionend', group);
  group();
}
