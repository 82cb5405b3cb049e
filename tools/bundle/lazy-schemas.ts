import { join } from 'node:path';
import type { PartialMessage, Plugin } from 'esbuild';
import type {
  ArrowFunctionExpression,
  CallExpression,
  Expression,
  Function as NamedFunction,
  Node,
  Program,
} from 'oxc-parser';
import {
  bare,
  childrenOf,
  type Declared,
  declarationIn,
  isDeferred,
  type SourceModule,
  type SourceModules,
  sourceModules,
} from './source-module.ts';

const root = join(import.meta.dirname, '..', '..');
const lazy = join(root, 'shared', 'platform', 'lazy.ts');

/**
 * Makes functions create a schema at its first use, and leaves out those that they never name: most
 * requests need few of the schemas that their files declare. Each constant at the top of a file of
 * `shared/` that is a schema, or an object with schemas in it, is rewritten from
 *
 *     export const PaymentId = v.pipe(…);
 *
 * to
 *
 *     export const PaymentId = /* @__PURE__ *\/ lazy(() => (v.pipe(…)));
 *
 * A schema comes from a call of valibot, or of a function that returns one. A function whose results
 * are objects of another kind says `@lazy` in its comment. A schema that would be created at every
 * cold start fails the build.
 */
export const lazySchemas = (): Plugin => ({
  name: 'turnout-lazy-schemas',
  setup({ onLoad }) {
    const modules = sourceModules();
    const results = new Map<string, ReturnType<typeof withLazySchemas>>();
    onLoad({ filter: /[/\\]shared[/\\].*\.ts$/ }, ({ path }) => {
      if (path === lazy) return undefined;
      const result = results.get(path) ?? withLazySchemas(path, modules);
      results.set(path, result);
      const { contents, eager } = result;
      if (eager.length > 0) return { errors: eager.map((one) => messageOf(path, one)) };
      return contents === undefined ? undefined : { contents, loader: 'ts' };
    });
  },
});

/** A call that makes a schema whenever its file is loaded. */
export interface EagerSchema {
  /** The call as it is written, up to its arguments: `v.array`. */
  readonly call: string;
  /** From 1. */
  readonly line: number;
}

const messageOf = (file: string, { call, line }: EagerSchema): PartialMessage => ({
  text:
    `${call}(…) makes a schema at every cold start: only a constant at the top of a file is made ` +
    'at its first use, when it is a schema or an object with schemas in it. A function that makes ' +
    'such objects says @lazy in its comment.',
  location: { file, line },
});

/**
 * The source of a file with its schemas made when they are used, undefined where it declares none;
 * and the schemas that are made when the file is loaded.
 */
export function withLazySchemas(
  file: string,
  modules: SourceModules = sourceModules(),
): { readonly contents: string | undefined; readonly eager: readonly EagerSchema[] } {
  const module = modules.read(file);
  const { source, program } = module;
  const isMaker = makersIn(modules);
  const calls = (node: Node): readonly CallExpression[] => {
    if (isDeferred(node)) return [];
    const isFound = node.type === 'CallExpression' && isMaker(module, node);
    return isFound ? [node] : childrenOf(node).flatMap(calls);
  };
  const eager: EagerSchema[] = [];
  let contents = '';
  let written = 0;
  for (const statement of program.body) {
    const constants = constantsIn(statement);
    const made = constants.filter((init) => {
      const value = bare(init);
      return value.type === 'ObjectExpression'
        ? calls(value).length > 0
        : value.type === 'CallExpression' && calls(value)[0] === value;
    });
    for (const init of made) {
      const { start, end } = init;
      const expression = withoutMembers(source, init, aboutIn(module, bare(init), modules));
      contents += `${source.slice(written, start)}/* @__PURE__ */ lazySchema(() => (${expression}))`;
      written = end;
    }
    const within = (one: Node) =>
      made.some(({ start, end }) => start <= one.start && one.end <= end);
    for (const { callee } of calls(statement).filter((one) => !within(one))) {
      const line = source.slice(0, callee.start).split('\n').length;
      eager.push({ call: source.slice(callee.start, callee.end), line });
    }
  }
  if (written === 0) return { contents: undefined, eager };
  const head = `import { lazy as lazySchema } from ${JSON.stringify(lazy)};`;
  return { contents: `${head}${contents}${source.slice(written)}`, eager };
}

/**
 * The members `about` that a call gives to a function which says `@lazy`. They are facts for readers,
 * as of an operation, and no function reads them.
 */
function aboutIn(module: SourceModule, value: Node, modules: SourceModules): readonly Node[] {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') return [];
  const declared = modules.find(module, value.callee.name);
  if (!declared || !saysLazy(declared)) return [];
  return value.arguments
    .map(bare)
    .flatMap((given) => (given.type === 'ObjectExpression' ? given.properties : []))
    .filter(({ type, ...one }) => type === 'Property' && 'key' in one && isNamedAbout(one.key));
}

const isNamedAbout = (key: Node) => key.type === 'Identifier' && key.name === 'about';

/** The text of a node without some members of objects in it, and the comma after each. */
function withoutMembers(source: string, node: Node, members: readonly Node[]): string {
  let text = '';
  let written = node.start;
  for (const { start, end } of members) {
    text += source.slice(written, start);
    const [comma = ''] = /^\s*,/.exec(source.slice(end)) ?? [];
    written = end + comma.length;
  }
  return text + source.slice(written, node.end);
}

/** The values of the constants that a statement at the top of a file declares. */
function constantsIn(statement: Program['body'][number]): readonly Expression[] {
  const declaration = declarationIn(statement);
  if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') return [];
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init ? [init] : [],
  );
}

/** Functions of valibot that act at once, such as parsing, make no schema. */
const acts = /^(?:parse|safeParse|assert|is$|isOf|isVali|get|set|delete|flatten|summarize)/;

/** Whether a call in a module makes a schema, or another object that its maker calls lazy. */
function makersIn(modules: SourceModules) {
  const known = new Map<Declared['statement'], boolean>();

  const isMaker = (module: SourceModule, { callee }: CallExpression): boolean => {
    if (callee.type === 'MemberExpression') {
      const { object, property } = callee;
      return (
        object.type === 'Identifier' &&
        property.type === 'Identifier' &&
        module.imports.get(object.name)?.from === 'valibot' &&
        !acts.test(property.name)
      );
    }
    if (callee.type !== 'Identifier') return false;
    const imported = module.imports.get(callee.name);
    if (imported?.from === 'valibot') return !acts.test(imported.name ?? '');
    const declared = modules.find(module, callee.name);
    return declared !== undefined && isMakerItself(declared);
  };

  const isMakerItself = (declared: Declared): boolean => {
    const { module, statement } = declared;
    const stored = known.get(statement);
    if (stored !== undefined) return stored;
    // A function that calls itself is judged by its other results.
    known.set(statement, false);
    const made = functionNamed(declared);
    const isOne =
      made !== undefined &&
      (saysLazy(declared) ||
        returnsSchemaByType(module, made) ||
        resultsOf(made).some((one) => isSchema(module, one, made)));
    known.set(statement, isOne);
    return isOne;
  };

  const isSchema = (module: SourceModule, result: Node, made: FunctionNode): boolean => {
    const value = bare(result);
    if (value.type === 'CallExpression') return isMaker(module, value);
    if (value.type === 'ConditionalExpression') {
      return [value.consequent, value.alternate].some((one) => isSchema(module, one, made));
    }
    if (value.type !== 'Identifier') return false;
    const own = localConstants(made).get(value.name);
    if (own) return isSchema(module, own, made);
    const declared = modules.find(module, value.name);
    return (
      declared !== undefined &&
      constantsIn(declared.statement).some((init) => isSchema(declared.module, init, made))
    );
  };
  return isMaker;
}

type FunctionNode = ArrowFunctionExpression | NamedFunction;

function functionNamed({ statement, name }: Declared): FunctionNode | undefined {
  const declaration = declarationIn(statement);
  if (declaration?.type === 'FunctionDeclaration') return declaration;
  if (declaration?.type !== 'VariableDeclaration') return undefined;
  const one = declaration.declarations.find(
    ({ id }) => id.type === 'Identifier' && id.name === name,
  );
  const value = one?.init && bare(one.init);
  return value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression'
    ? value
    : undefined;
}

/** Whether the comment before a declaration says `@lazy`. */
const saysLazy = ({ module: { comments, source }, statement: { start } }: Declared): boolean =>
  comments.some(
    ({ value, end }) =>
      end <= start && source.slice(end, start).trim() === '' && /(?<!\S)@lazy\b/.test(value),
  );

const returnsSchemaByType = ({ source, imports }: SourceModule, { returnType }: FunctionNode) => {
  const type = returnType && source.slice(returnType.typeAnnotation.start, returnType.end);
  const [, namespace] = /^(\w+)\.\w*Schema\b/.exec(type ?? '') ?? [];
  return namespace !== undefined && imports.get(namespace)?.from === 'valibot';
};

/** The expressions that a function returns. */
function resultsOf({ body }: FunctionNode): readonly Node[] {
  if (!body) return [];
  if (body.type !== 'BlockStatement') return [body];
  const within = (node: Node): readonly Node[] => {
    if (isDeferred(node)) return [];
    if (node.type === 'ReturnStatement') return node.argument ? [node.argument] : [];
    return childrenOf(node).flatMap(within);
  };
  return within(body);
}

function localConstants({ body }: FunctionNode): ReadonlyMap<string, Node> {
  const statements = body?.type === 'BlockStatement' ? body.body : [];
  const declared = statements.flatMap((one) =>
    one.type === 'VariableDeclaration' ? one.declarations : [],
  );
  return new Map(
    declared.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init ? [[id.name, init] as const] : [],
    ),
  );
}
