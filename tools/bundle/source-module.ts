import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Comment, type Node, type Program, parseSync, visitorKeys } from 'oxc-parser';

const root = join(import.meta.dirname, '..', '..');

/** A source of ours as the build reads it. */
export interface SourceModule {
  readonly file: string;
  readonly source: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  /** By its name here: the file or package that an import is from, and its name there. */
  readonly imports: ReadonlyMap<string, Imported>;
  /** By its name: the statement at the top of the file that declares it. */
  readonly declarations: ReadonlyMap<string, Program['body'][number]>;
}

interface Imported {
  readonly from: string;
  /** Absent where all of it is imported, as a namespace. */
  readonly name?: string;
}

/** A name's declaration, and its file. */
export interface Declared {
  readonly module: SourceModule;
  readonly statement: Program['body'][number];
  readonly name: string;
}

/** Sources, each parsed once. */
export interface SourceModules {
  /** @param file an absolute path */
  read(file: string): SourceModule;
  /** The declaration behind a name that a module uses; undefined for that of a package. */
  find(module: SourceModule, name: string): Declared | undefined;
}

/** @param readSource reads a file as text; from the disk unless stated */
export function sourceModules(
  readSource = (file: string) => readFileSync(file, 'utf8'),
): SourceModules {
  const modules = new Map<string, SourceModule>();
  const read = (file: string): SourceModule => {
    const known = modules.get(file);
    if (known) return known;
    const module = parsed(file, readSource(file));
    modules.set(file, module);
    return module;
  };
  const find = (module: SourceModule, name: string): Declared | undefined => {
    const statement = module.declarations.get(name);
    if (statement) return { module, statement, name };
    const imported = module.imports.get(name);
    const isOurs = imported?.from.startsWith(root);
    return isOurs && imported?.name !== undefined
      ? find(read(imported.from), imported.name)
      : undefined;
  };
  return { read, find };
}

function parsed(file: string, source: string): SourceModule {
  const { program, comments } = parseSync(file, source);
  const imports = new Map<string, Imported>();
  const declarations = new Map<string, Program['body'][number]>();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      const from = resolved(file, statement.source.value);
      for (const { type, local, ...one } of statement.specifiers) {
        const name = 'imported' in one ? nameOf(one.imported) : undefined;
        if (type === 'ImportNamespaceSpecifier') imports.set(local.name, { from });
        else if (name !== undefined) imports.set(local.name, { from, name });
      }
    } else if (statement.type === 'ExportNamedDeclaration' && statement.source) {
      const from = resolved(file, statement.source.value);
      for (const { local, exported } of statement.specifiers) {
        imports.set(nameOf(exported), { from, name: nameOf(local) });
      }
    }
    for (const name of namesDeclaredBy(statement)) declarations.set(name, statement);
  }
  return { file, source, program, comments, imports, declarations };
}

function namesDeclaredBy(statement: Program['body'][number]): readonly string[] {
  const declaration = declarationIn(statement);
  if (declaration?.type === 'FunctionDeclaration')
    return declaration.id ? [declaration.id.name] : [];
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
}

/** What a statement declares, exported or not. */
export const declarationIn = (statement: Program['body'][number]) =>
  statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;

const nameOf = (name: { readonly name: string } | { readonly value: string }) =>
  'name' in name ? name.name : name.value;

/** The absolute path of a file of ours, or the name of a package. */
function resolved(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return join(root, specifier.replace('#', 'shared/'));
  return specifier.startsWith('.') ? join(dirname(file), specifier) : specifier;
}

/** A node's own nodes in the order of the source. */
export const childrenOf = (node: Node): readonly Node[] =>
  (visitorKeys[node.type] ?? []).flatMap((key) => {
    const value: unknown = Reflect.get(node, key);
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Whether the code in a node runs later than the code around it, or never. */
export const isDeferred = (node: Node): boolean =>
  /Function/.test(node.type) ||
  (node.type === 'PropertyDefinition' && !node.static) ||
  (node.type.startsWith('TS') && !('expression' in node));

/** An expression without its brackets and its statements about types. */
export function bare(node: Node): Node {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSInstantiationExpression':
      return bare(node.expression);
    default:
      return node;
  }
}
