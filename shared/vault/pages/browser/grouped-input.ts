import { caretAfter, digitsOf, type Grouping, grouped } from '../digit-groups.ts';

/**
 * Groups the digits of a field while the customer types, and leaves the caret behind the same
 * digit. Groups digits at once that were typed before this script ran.
 */
export function groupWhileTyping(
  input: HTMLInputElement,
  groupingOf: (digits: string) => Grouping,
  /** Prepares the typed text before its digits are taken. */
  prepared: (text: string) => string = (text) => text,
) {
  const group = () => {
    const typed = prepared(input.value);
    // Added characters are before the caret: the caret is never in front of text that was just
    // typed.
    const added = typed.length - input.value.length;
    const caret = (input.selectionStart ?? input.value.length) + added;
    const before = digitsOf(typed.slice(0, caret)).length;
    const digits = digitsOf(typed);
    const text = grouped(digits, groupingOf(digits));
    if (text === input.value) return;
    input.value = text;
    const at = caretAfter(before, text);
    input.setSelectionRange(at, at);
  };
  input.addEventListener('input', group);
  group();
}
