/** A query that is not understood, with the place. */
export class QueryError extends Error {}

/** The tokens of a query, taken from left to right. */
export type QueryTokens = ReturnType<typeof queryTokens>;

const tokenPattern =
  /\s*(?:('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(\d+(?:\.\d+)?(?:ms|[smhd])?(?![\w.]))|([A-Za-z_@][\w.@]*)|(<=|>=|!=|=~|[=<>+\-*/()[\],|]))/y;

/** Reads a query token by token. Throws `QueryError` where another token is wanted than is there. */
export function queryTokens(text: string) {
  let at = 0;

  /** The token at the place, which stays there. */
  function peek(): string | undefined {
    tokenPattern.lastIndex = at;
    return tokenPattern.exec(text)?.[0].trim();
  }
  function take(wanted?: string): string {
    tokenPattern.lastIndex = at;
    const found = tokenPattern.exec(text)?.[0];
    if (found === undefined || (wanted !== undefined && !isWord(found.trim(), wanted))) {
      throw misunderstood(wanted);
    }
    at += found.length;
    return found.trim();
  }
  function taken(...wanted: readonly string[]): boolean {
    const token = peek();
    if (token === undefined || !wanted.some((one) => isWord(token, one))) return false;
    take();
    return true;
  }
  const isWord = (token: string, wanted: string) => token.toLowerCase() === wanted;
  const isOver = () => text.slice(at).trim() === '';

  function misunderstood(wanted?: string, from = at): QueryError {
    const rest = text.slice(from).trim();
    const place = rest === '' ? 'its end' : `"${rest.slice(0, 30)}"`;
    return new QueryError(
      `The query is not understood at ${place}${wanted === undefined ? '' : `, where ${wanted} belongs`}.`,
    );
  }

  /** The first group of a pattern that matches here, which is taken with the whole match. */
  function match(pattern: RegExp): string | undefined {
    const [whole, group] = pattern.exec(text.slice(at)) ?? [];
    at += whole?.length ?? 0;
    return group;
  }

  return {
    take,
    taken,
    match,
    misunderstood,
    isOver,
    place: () => at,
    /** The text from a place on to this one. */
    since: (from: number) => text.slice(from, at).trim(),
  };
}
