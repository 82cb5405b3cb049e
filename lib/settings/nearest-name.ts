/**
 * The name that was most likely meant by a misspelt one; undefined when none is alike. Upper and
 * lower case count as the same letter.
 */
export function nearestName(given: string, names: Iterable<string>): string | undefined {
  const wanted = given.toLowerCase();
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const name of names) {
    const edits = editsBetween(wanted, name.toLowerCase());
    if (!nearest || edits < nearest.edits) nearest = { name, edits };
  }
  // A third of the letters may be wrong. Beyond that the names have nothing to do with each other.
  const most = Math.max(1, Math.floor(given.length / 3));
  return nearest && nearest.edits <= most ? nearest.name : undefined;
}

/** "There is no setting alarmMail; did you mean alarmEmail?" */
export function noSuchName(what: string, given: string, names: Iterable<string>): string {
  const nearest = nearestName(given, names);
  return `There is no ${what} ${given}${nearest ? `; did you mean ${nearest}?` : '.'}`;
}

/**
 * The number of letters to insert, delete, replace, or exchange with their neighbour: the distance
 * of Damerau and Levenshtein, in which no letter is edited twice.
 */
function editsBetween(one: string, other: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchanged =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isExchanged ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
