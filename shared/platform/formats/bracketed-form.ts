/**
 * `application/x-www-form-urlencoded`, flat or with brackets for nested members, as Stripe reads
 * it: `metadata[order_id]=pay_1_1&expand[0]=latest_charge`.
 */

/**
 * An absent member, `null`, an empty object and an empty list are left out; an empty text is sent.
 */
export type FormValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly FormValue[]
  | { readonly [name: string]: FormValue };

/** A decoded form: objects, texts, and lists where all names of an object are 0, 1, 2 … */
export type DecodedForm = { readonly [name: string]: DecodedValue };
type DecodedValue = string | readonly DecodedValue[] | DecodedForm;

/** The most that is read, so that a long or deep form is an error and no load. */
const maxPairs = 1_000;
const maxDepth = 8;

/** Writes the members in the order given; the brackets are percent-encoded too. */
export function encodeForm(form: { readonly [name: string]: FormValue }): string {
  const pairs = Object.entries(form).flatMap(([name, value]) => pairsOf(name, value));
  return new URLSearchParams(pairs).toString();
}

function pairsOf(name: string, value: FormValue): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, member]) => pairsOf(`${name}[${key}]`, member));
}

/**
 * Reads a form. Of two members with the same name the last counts. `name[]` appends to a list.
 * Throws a plain Error, which quotes nothing, above 1,000 members or eight brackets, for brackets
 * that do not pair, and where one name is both a value and an object.
 */
export function decodeForm(text: string): DecodedForm {
  const form: Branch = new Map();
  let pairs = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    pairs += 1;
    if (pairs > maxPairs) throw new Error('The form has too many members.');
    put(form, pathOf(name), value);
  }
  return objectOf(form);
}

/** Maps while reading: a name such as `__proto__` is a name like any other. */
type Branch = Map<string, Branch | string>;

/** `a[b][c]` as a, b, c. */
function pathOf(name: string): readonly string[] {
  const [whole, first, brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (whole === undefined || first === undefined) throw new Error('A name has wrong brackets.');
  const path = [first, ...brackets.split(/[[\]]+/).slice(1, -1)];
  // Empty brackets stand last or not at all.
  const isList = brackets.endsWith('[]');
  if (isList) path.push('');
  if (path.length > maxDepth + 1) throw new Error('The form is nested too deep.');
  if (brackets.replace(/\[\]$/, '').includes('[]')) throw new Error('A name has wrong brackets.');
  return path;
}

function put(form: Branch, path: readonly string[], value: string) {
  let branch = form;
  for (const key of path.slice(0, -1)) {
    const next = branch.get(key) ?? new Map();
    if (typeof next === 'string') throw new Error('A name is a value and an object.');
    branch.set(key, next);
    branch = next;
  }
  const last = path.at(-1) || String(branch.size);
  if (branch.get(last) instanceof Map) throw new Error('A name is a value and an object.');
  branch.set(last, value);
}

const decodedValue = (value: Branch | string): DecodedValue => {
  if (typeof value === 'string') return value;
  const isList = [...value.keys()].every((key, index) => key === String(index));
  return isList ? [...value.values()].map(decodedValue) : objectOf(value);
};

/** `fromEntries` makes own members of all names, and changes no prototype. */
const objectOf = (branch: Branch): DecodedForm =>
  Object.fromEntries([...branch].map(([key, value]) => [key, decodedValue(value)]));
