/** A text that does not end is one token too: else every quote in it would be looked at anew. */
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\]:]/gs;

/**
 * The first member that an object of a JSON text has twice. A parser would silently keep the last of
 * them, so somebody who looked at the first would have seen another amount than we take. Returns
 * undefined when there is none, or when the text is no JSON, which the parser finds out.
 */
export function duplicateMember(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let text = '';
  for (const [token] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') text = token;
    else {
      const members = open.at(-1);
      const name = unescaped(text);
      if (members?.has(name)) return name;
      members?.add(name);
    }
  }
  return undefined;
}

/** `"a"` and `"\u0061"` are one name. */
function unescaped(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
