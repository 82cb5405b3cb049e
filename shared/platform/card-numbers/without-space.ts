/**
 * A number as a person typed or copied it, without white space of any kind. Copies from documents
 * also bring invisible characters, such as a zero width space or a mark of the direction of
 * writing.
 */
export const withoutSpace = (text: string): string => text.replace(/[\p{White_Space}\p{Cf}]/gu, '');

/** A copied text without white space and invisible characters around it. */
export function trimmedSpace(text: string): string {
  const characters = [...text];
  const first = characters.findIndex(isVisible);
  const last = characters.findLastIndex(isVisible);
  return first < 0 ? '' : characters.slice(first, last + 1).join('');
}

const isVisible = (character: string) => !/[\p{White_Space}\p{Cf}]/u.test(character);
