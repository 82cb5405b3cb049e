import * as v from 'valibot';

/*
 * Processors write one and the same word in different cases: their APIs, webhooks and client
 * libraries differ, and the libraries compare without case. A processor also adds words without
 * notice.
 */

/** A member's output: the word as the list has it, or undefined for a word that is not listed. */
type Read<Word extends string> = Word | undefined;

/** The word of the list, compared without case; undefined for any other text and for none. */
export function listedWord<Word extends string>(
  words: readonly Word[],
  text: string | null | undefined,
): Read<Word> {
  const folded = text?.toLowerCase();
  return words.find((word) => word.toLowerCase() === folded);
}

/** Whether the text is one of these words, compared without case. */
export const isWordOf = (words: readonly string[], text: string | null | undefined): boolean =>
  listedWord(words, text) !== undefined;

/**
 * A member of an answer that is one of these words. An unknown word is read as undefined and leaves
 * the rest of the answer readable: its reader decides whether the word matters.
 */
export const word = <const Words extends readonly string[]>(words: Words) =>
  v.pipe(
    v.string(),
    v.transform((text): Read<Words[number]> => listedWord(words, text)),
  );

/** A member without which an answer is no answer: an unknown word makes the answer unreadable. */
export const certainWord = <const Words extends readonly string[]>(words: Words) =>
  v.pipe(word(words), v.picklist(words));

/** Reads the meaning of a word from a table; undefined for an unknown word and for none. */
export function meaningsOf<Meaning>(
  table: Readonly<Record<string, Meaning>>,
): (text: string | null | undefined) => Meaning | undefined {
  const meanings = new Map(
    Object.entries(table).map(([known, meaning]) => [known.toLowerCase(), meaning]),
  );
  return (text) => meanings.get(text?.toLowerCase() ?? '');
}
