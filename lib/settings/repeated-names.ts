/** A name that an object of a JSON text states more than once: `JSON.parse` takes the last one. */
export interface RepeatedName {
  /** The names and indexes that lead to it, itself the last. */
  readonly path: readonly string[];
  /** The line of its repetition, from 1. */
  readonly line: number;
}

/**
 * The names that objects of a JSON text repeat, each once, in their order. The text has to be JSON.
 */
export function repeatedNames(text: string): readonly RepeatedName[] {
  const open: { readonly names: Set<string> | undefined; at: string; index: number }[] = [];
  const found = new Map<string, RepeatedName>();
  let line = 1;
  let end = 0;
  const tokens = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\],]/g;
  for (const { 0: token, 1: name, 2: colon, index } of text.matchAll(tokens)) {
    for (; end < index; end++) if (text[end] === '\n') line += 1;
    const inner = open.at(-1);
    if (token === '{') open.push({ names: new Set(), at: '', index: 0 });
    else if (token === '[') open.push({ names: undefined, at: '0', index: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && inner && !inner.names) inner.at = String(++inner.index);
    else if (name !== undefined && colon && inner?.names) {
      // Two spellings of one name, such as `a` and `\u0061`, are one name.
      const plain: unknown = JSON.parse(`"${name}"`);
      inner.at = String(plain);
      const path = open.map(({ at }) => at);
      if (inner.names.has(inner.at)) {
        const key = JSON.stringify(path);
        if (!found.has(key)) found.set(key, { path, line });
      }
      inner.names.add(inner.at);
    }
  }
  return [...found.values()];
}
