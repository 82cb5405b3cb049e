import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Expression, type Node, parseSync, Visitor } from 'oxc-parser';

/** The name of a test as its suite writes it. */
interface TestName {
  /** Below the repository, such as `test/api-rules/vault.test.ts`. */
  readonly file: string;
  readonly line: number;
  /** With the placeholders of a table or a template in it: `%s`, `$name`, `${kind}`. */
  readonly name: string;
  /** Where its text begins and ends in the file, quotes included. */
  readonly start: number;
  readonly end: number;
  /** The titles of the blocks around it, outermost first. */
  readonly blocks: readonly string[];
}

const root = join(import.meta.dirname, '../..');

/** The names of all tests below `test`, in the order of files and lines. */
export const testNames = (): readonly TestName[] =>
  globSync('test/**/*.ts', { cwd: root })
    .sort()
    .flatMap((file) => testNamesIn(file, readFileSync(join(root, file), 'utf8')));

/** The names of the tests that a source text declares with `it` or `test`. */
export function testNamesIn(file: string, source: string): readonly TestName[] {
  const { program } = parseSync(file, source);
  const declaring = new Set(['it', 'test']);
  const blocks: string[] = [];
  const found: TestName[] = [];
  new Visitor({
    // A suite that may be skipped writes `const withJava = hasJava() ? it : it.skip`.
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || init?.type !== 'ConditionalExpression') return;
      if (declaring.has(rootOf(init.consequent))) declaring.add(id.name);
    },
    CallExpression(call) {
      const name = textOf(call.arguments[0], source);
      if (name === undefined) return;
      const declarer = rootOf(call.callee);
      if (declarer === 'describe') blocks.push(name);
      if (!declaring.has(declarer) || !call.arguments[0] || call.arguments.length < 2) return;
      const { start, end } = call.arguments[0];
      const line = source.slice(0, start).split('\n').length;
      found.push({ file, line, name, start, end, blocks: [...blocks] });
    },
    'CallExpression:exit'(call) {
      if (rootOf(call.callee) === 'describe' && textOf(call.arguments[0], source) !== undefined) {
        blocks.pop();
      }
    },
  }).visit(program);
  return found;
}

/** The first word of a callee: `it` of `it.each(rows)`. */
function rootOf(node: Expression): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') {
    return node.object.type === 'Super' ? '' : rootOf(node.object);
  }
  if (node.type === 'CallExpression') return rootOf(node.callee);
  return node.type === 'TaggedTemplateExpression' ? rootOf(node.tag) : '';
}

/** The text of a string or a template as it is written, or undefined for other values. */
function textOf(node: Node | undefined, source: string): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  return node?.type === 'TemplateLiteral' ? source.slice(node.start + 1, node.end - 1) : undefined;
}
