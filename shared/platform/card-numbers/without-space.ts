/**
 * A number as a person typed or copied it, without white space of any kind. Copies from documents
 * also bring invisible characters, such as a zero width space or a mark of the direction of
 * writing.
 */
export const withoutSpace = (text: string): string => text.replace(/[\p{White_Space}\p{Cf}]/gu, '');

/** A copied text without white space and invisible characters around it. */
export const trimmedSpace = (text: string): string =>
  text.replace(/^[\p{White_Space}\p{Cf}]+|[\p{White_Space}\p{Cf}]+$/gu, '');
