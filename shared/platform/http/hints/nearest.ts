import leven from 'leven';

/**
 * The word that was probably meant: the same in other letters, or with few of them mistyped. Undefined
 * where none is near.
 */
export function nearestOf(word: string, words: readonly string[]): string | undefined {
  const plain = word.trim().toLowerCase();
  const most = plain.length < 4 ? 1 : plain.length < 9 ? 2 : 3;
  // A long text is no mistyped word, and the search takes time by the square of its length.
  if (plain === '' || plain.length > 64) return undefined;
  const near = words
    .map((one) => ({ one, away: leven(plain, one.toLowerCase()) }))
    .sort((one, other) => one.away - other.away)[0];
  return near && near.away <= most ? near.one : undefined;
}
