/**
 * Characters that act on a terminal or turn the direction of a text: the controls of ISO 6429, but
 * for line feeds and tabs, and the marks of the Unicode Bidirectional Algorithm (UAX #9).
 */
const acting =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: These are the characters meant.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text for a terminal, with each acting character as `\u001b`, which is its form in JSON too. */
export const printable = (text: string): string => text.replaceAll(acting, escaped);

/** A text that others wrote, for a place in one line: it begins no line of its own. */
export const inLine = (text: string): string => printable(text).replaceAll(/[\t\n]/g, escaped);
