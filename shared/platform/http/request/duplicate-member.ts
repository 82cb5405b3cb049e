/**
 * An unterminated text is one token too; otherwise the scan would start again at every quote in it.
 */
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\]:]/gs;

/**
 * The first member that an object of a JSON text has twice. A parser would silently use the last
 * one, so a system that reads the first would see another amount than the switch. Returns undefined
 * when there is none, or when the text is no JSON, which the parser reports.
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

/** `"a"` and `"\u0061"` are the same name. */
function unescaped(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
