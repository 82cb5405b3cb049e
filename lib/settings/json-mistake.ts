/** The first place at which a text is not JSON. */
export interface JsonMistake {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly expected: string;
}

/**
 * The first mistake of a text that is not JSON (RFC 8259); undefined for JSON. `JSON.parse` names
 * no place for some mistakes, and quotes the text in others, which may hold a secret.
 */
export function jsonMistake(text: string): JsonMistake | undefined {
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    at += found?.length ?? 0;
    return found;
  };
  const need = (pattern: RegExp, expected: string) => {
    if (take(pattern) === undefined) throw new Expected(expected);
  };
  const skipSpace = () => take(/[ \t\r\n]*/y);
  const members = (close: RegExp, closing: string, member: () => void) => {
    skipSpace();
    if (take(close)) return;
    for (;;) {
      member();
      skipSpace();
      if (take(close)) return;
      need(/,/y, `a comma or ${closing}`);
    }
  };
  const value = () => {
    skipSpace();
    if (take(/\{/y)) {
      members(/\}/y, 'a closing brace', () => {
        skipSpace();
        need(string, 'a name in double quotes');
        skipSpace();
        need(/:/y, 'a colon');
        value();
      });
    } else if (take(/\[/y)) members(/\]/y, 'a closing bracket', value);
    else need(scalar, 'a value');
  };
  try {
    value();
    skipSpace();
    if (at < text.length) throw new Expected('the end of the file');
    return undefined;
  } catch (error) {
    if (!(error instanceof Expected)) throw error;
    const before = text.slice(0, at).split('\n');
    return { line: before.length, column: (before.at(-1) ?? '').length + 1, expected: error.what };
  }
}

class Expected extends Error {
  readonly what: string;
  constructor(what: string) {
    super(what);
    this.what = what;
  }
}

/** Every character but quotes, backslashes and control characters stands for itself. */
const string = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const scalar = new RegExp(
  `${string.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`,
  'y',
);
