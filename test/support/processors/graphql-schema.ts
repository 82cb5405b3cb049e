/**
 * A published GraphQL schema, for tests that hold our requests against it. It knows as much as a client
 * needs: types with their fields, inputs, enumerations and unions. Descriptions, directives and
 * default values are left out.
 */
export interface GraphqlSchema {
  /** The faults of an operation and its variables; empty when it has none. */
  problemsOf(query: string, variables: Readonly<Record<string, unknown>>): readonly string[];
  /** The words of an enumeration. */
  wordsOf(name: string): readonly string[];
}

interface TypeReference {
  readonly name: string;
  readonly isRequired: boolean;
  /** The elements of a list. */
  readonly item?: TypeReference;
}

interface Field {
  readonly type: TypeReference;
  readonly arguments: ReadonlyMap<string, TypeReference>;
}

type Definition =
  | {
      readonly kind: 'type' | 'interface' | 'input';
      readonly fields: ReadonlyMap<string, Field>;
      readonly interfaces: readonly string[];
    }
  | { readonly kind: 'enum' | 'union'; readonly words: readonly string[] }
  | { readonly kind: 'scalar' };

/** Reads a schema in the schema definition language. */
export function graphqlSchema(text: string): GraphqlSchema {
  const definitions = definitionsIn(cursorOver(text));
  return {
    wordsOf(name) {
      const found = definitions.get(name);
      return found?.kind === 'enum' ? found.words : [];
    },

    problemsOf(query, variables) {
      const problems: string[] = [];
      const cursor = cursorOver(query);
      const operation = ['query', 'mutation'].includes(cursor.peek()) ? cursor.take() : 'query';
      if (/^\w/.test(cursor.peek())) cursor.take();
      const declared = cursor.peek() === '(' ? argumentsIn(cursor) : new Map();
      for (const [name, type] of declared) checkValue(variables[name], type, `$${name}`, problems);
      const root = operation === 'query' ? 'Query' : 'Mutation';
      checkSelection(cursor, root, declared, problems);
      return problems;
    },
  };

  function checkValue(value: unknown, type: TypeReference, path: string, problems: string[]) {
    if (value === undefined || value === null) {
      if (type.isRequired) problems.push(`${path} is required`);
      return;
    }
    if (type.item) {
      const { item } = type;
      if (!Array.isArray(value)) problems.push(`${path} is no list`);
      else
        for (const [at, one] of value.entries()) checkValue(one, item, `${path}.${at}`, problems);
      return;
    }
    const definition = definitions.get(type.name);
    if (!definition && !builtIn.has(type.name)) problems.push(`there is no ${type.name}`);
    if (definition?.kind === 'enum' && !definition.words.includes(String(value))) {
      problems.push(`${path} has another word than ${type.name} has`);
    }
    if (definition?.kind !== 'input') {
      if (typeof value === 'object') problems.push(`${path} is no ${type.name}`);
      return;
    }
    if (typeof value !== 'object') return problems.push(`${path} is no ${type.name}`);
    const members = new Map<string, unknown>(Object.entries(value));
    for (const name of members.keys()) {
      if (!definition.fields.has(name)) problems.push(`${type.name} has no ${name}`);
    }
    for (const [name, field] of definition.fields) {
      checkValue(members.get(name), field.type, `${path}.${name}`, problems);
    }
  }

  function checkSelection(
    cursor: Cursor,
    typeName: string,
    declared: ReadonlyMap<string, TypeReference>,
    problems: string[],
  ): void {
    cursor.expect('{');
    while (cursor.peek() !== '}') {
      const name = cursor.take();
      if (name === '...') {
        cursor.expect('on');
        const condition = cursor.take();
        if (!canBe(typeName, condition)) problems.push(`${typeName} is never a ${condition}`);
        checkSelection(cursor, condition, declared, problems);
        continue;
      }
      const field = name === '__typename' ? typename : fieldOf(typeName, name);
      if (!field) problems.push(`${typeName} has no ${name}`);
      const given = new Set<string>();
      if (cursor.peek() === '(') {
        cursor.take();
        while (cursor.peek() !== ')') {
          const argument = cursor.take();
          cursor.expect(':');
          given.add(argument);
          const type = field?.arguments.get(argument);
          if (field && !type) problems.push(`${name} takes no ${argument}`);
          checkArgument(cursor, type, declared, `${name}.${argument}`, problems);
        }
        cursor.take();
      }
      for (const [argument, type] of field?.arguments ?? []) {
        if (type.isRequired && !given.has(argument)) problems.push(`${name} needs ${argument}`);
      }
      const inner = field && namedTypeOf(field.type);
      const hasMembers = inner !== undefined && !isLeaf(inner);
      if (cursor.peek() === '{') {
        if (field && !hasMembers) problems.push(`${name} has no members`);
        checkSelection(cursor, inner ?? '', declared, problems);
      } else if (hasMembers) problems.push(`${name} needs members`);
    }
    cursor.take();
  }

  function checkArgument(
    cursor: Cursor,
    type: TypeReference | undefined,
    declared: ReadonlyMap<string, TypeReference>,
    path: string,
    problems: string[],
  ) {
    const value = cursor.take();
    if (value === '$') {
      const name = cursor.take();
      const variable = declared.get(name);
      if (!variable) problems.push(`$${name} is not declared`);
      else if (type && !isAs(variable, type))
        problems.push(`$${name} has another type than ${path}`);
      return;
    }
    if (type) checkValue(value, type, path, problems);
  }

  function fieldOf(typeName: string, name: string): Field | undefined {
    const found = definitions.get(typeName);
    return found && 'fields' in found ? found.fields.get(name) : undefined;
  }

  /** Whether a value of one type can be of the other, too. */
  function canBe(typeName: string, condition: string): boolean {
    if (typeName === condition) return true;
    const found = definitions.get(typeName);
    if (found?.kind === 'union') return found.words.includes(condition);
    const narrower = definitions.get(condition);
    return narrower !== undefined && 'interfaces' in narrower
      ? narrower.interfaces.includes(typeName)
      : false;
  }

  function isLeaf(name: string): boolean {
    const kind = definitions.get(name)?.kind;
    return kind === undefined || kind === 'scalar' || kind === 'enum';
  }
}

const builtIn: ReadonlySet<string> = new Set(['ID', 'String', 'Int', 'Float', 'Boolean']);
const typename: Field = { type: { name: 'String', isRequired: true }, arguments: new Map() };

const isAs = (given: TypeReference, wanted: TypeReference): boolean =>
  given.name === wanted.name && (given.isRequired || !wanted.isRequired);

const namedTypeOf = ({ name, item }: TypeReference): string => (item ? namedTypeOf(item) : name);

interface Cursor {
  /** The next token; empty at the end. */
  peek(): string;
  take(): string;
  expect(token: string): void;
}

function cursorOver(text: string): Cursor {
  const tokens =
    text
      .replace(/"""[\s\S]*?"""/g, ' ')
      .replace(/"(?:[^"\\\n]|\\.)*"/g, '"…"')
      .replace(/#.*/g, ' ')
      .match(/\.\.\.|"…"|\w+|[^\s,\w]/g) ?? [];
  let at = 0;
  const peek = () => tokens[at] ?? '';
  const take = () => {
    const token = peek();
    at += 1;
    return token;
  };
  return {
    peek,
    take,
    expect(token) {
      const found = take();
      if (found !== token) throw new Error(`"${token}" was expected, and "${found}" is there.`);
    },
  };
}

function definitionsIn(cursor: Cursor): ReadonlyMap<string, Definition> {
  const definitions = new Map<string, Definition>();
  while (cursor.peek() !== '') {
    const kind = cursor.take();
    if (kind === 'schema') {
      skipBraces(cursor);
      continue;
    }
    if (kind === 'directive') {
      skipDirective(cursor);
      continue;
    }
    const name = cursor.take();
    if (kind === 'scalar') definitions.set(name, { kind });
    else if (kind === 'union') definitions.set(name, { kind, words: unionIn(cursor) });
    else if (kind === 'enum') definitions.set(name, { kind, words: enumIn(cursor) });
    else if (kind === 'type' || kind === 'interface' || kind === 'input') {
      definitions.set(name, { kind, ...objectIn(cursor) });
    } else throw new Error(`"${kind}" is no definition.`);
  }
  return definitions;
}

function unionIn(cursor: Cursor): readonly string[] {
  cursor.expect('=');
  const words = [cursor.take()];
  while (cursor.peek() === '|') {
    cursor.take();
    words.push(cursor.take());
  }
  return words;
}

function enumIn(cursor: Cursor): readonly string[] {
  const words: string[] = [];
  cursor.expect('{');
  while (cursor.peek() !== '}') {
    words.push(cursor.take());
    skipDirectives(cursor);
  }
  cursor.take();
  return words;
}

function objectIn(cursor: Cursor) {
  const interfaces: string[] = [];
  const fields = new Map<string, Field>();
  if (cursor.peek() === 'implements') {
    cursor.take();
    while (cursor.peek() !== '{') {
      const one = cursor.take();
      if (one !== '&') interfaces.push(one);
    }
  }
  skipDirectives(cursor);
  cursor.expect('{');
  while (cursor.peek() !== '}') {
    const name = cursor.take();
    const taken = cursor.peek() === '(' ? argumentsIn(cursor) : new Map<string, TypeReference>();
    cursor.expect(':');
    fields.set(name, { type: typeIn(cursor), arguments: taken });
    skipDefault(cursor);
    skipDirectives(cursor);
  }
  cursor.take();
  return { fields, interfaces };
}

/** `(name: Type, …)` of a field, or `($name: Type, …)` of an operation. */
function argumentsIn(cursor: Cursor): ReadonlyMap<string, TypeReference> {
  const found = new Map<string, TypeReference>();
  cursor.expect('(');
  while (cursor.peek() !== ')') {
    if (cursor.peek() === '$') cursor.take();
    const name = cursor.take();
    cursor.expect(':');
    found.set(name, typeIn(cursor));
    skipDefault(cursor);
  }
  cursor.take();
  return found;
}

function typeIn(cursor: Cursor): TypeReference {
  const isList = cursor.peek() === '[';
  if (isList) cursor.take();
  const inner = isList ? typeIn(cursor) : undefined;
  if (isList) cursor.expect(']');
  const name = inner ? `[${inner.name}]` : cursor.take();
  const isRequired = cursor.peek() === '!';
  if (isRequired) cursor.take();
  return { name, isRequired, ...(inner && { item: inner }) };
}

function skipDefault(cursor: Cursor): void {
  if (cursor.peek() !== '=') return;
  cursor.take();
  cursor.take();
}

function skipDirectives(cursor: Cursor): void {
  while (cursor.peek() === '@') {
    cursor.take();
    cursor.take();
    if (cursor.peek() !== '(') continue;
    while (cursor.take() !== ')');
  }
}

function skipDirective(cursor: Cursor): void {
  const definitions = ['type', 'interface', 'input', 'enum', 'union', 'scalar', 'directive', ''];
  while (!definitions.includes(cursor.peek())) cursor.take();
}

function skipBraces(cursor: Cursor): void {
  cursor.expect('{');
  while (cursor.take() !== '}');
}
