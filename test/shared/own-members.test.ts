import path from 'node:path';
import {
  isBinaryExpression,
  isElementAccessExpression,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Project, type Type, TypeFlags } from 'typescript/unstable/sync';

const root = path.join(import.meta.dirname, '../..');

/** Code that meets the names of strangers: in requests, answers, files and addresses. */
const searched =
  /^(?:shared|functions|local|console|site|scripts\/(?:cells|laptop|start|turnout))[/.]/;
/** The one place that may look, because it looks at own members only. */
const ownMembers = /(?:^|\/)own-member\.ts$/;
/** Names of the environment are the operator's. */
const ofEnvironment = /^(?:process\.)?env\[/;

interface NamedMember {
  readonly text: string;
  readonly name: Node;
}

/** All `object[name]` and `name in object`. A deletion removes own members only. */
function namedMembers(source: Node): readonly NamedMember[] {
  const found: NamedMember[] = [];
  const visit = (node: Node): void => {
    const text = () => node.getText().replaceAll(/\s+/g, ' ');
    if (isElementAccessExpression(node) && node.parent.kind !== SyntaxKind.DeleteExpression) {
      found.push({ text: text(), name: node.argumentExpression });
    }
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword) {
      found.push({ text: text(), name: node.left });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** False for numbers, symbols, names that the type lists, and a function's own type parameters. */
const isAnyText = (type: Type | undefined): boolean =>
  !type ||
  (type.flags & (TypeFlags.String | TypeFlags.Any | TypeFlags.Unknown)) !== 0 ||
  (type.isUnionType() && (type.getTypes() ?? []).some(isAnyText));

function anyNamesIn({ program, checker }: Project, file: string): readonly string[] {
  const source = program.getSourceFile(path.join(root, file));
  if (!source) throw new Error(`${file} is no source.`);
  const found = namedMembers(source);
  const types = checker.getTypeAtLocation(found.map(({ name }) => name));
  return found
    .filter(({ text }, index) => isAnyText(types[index]) && !ofEnvironment.test(text))
    .map(({ text }) => `${file}: ${text}`);
}

describe('own members', () => {
  const compiler = new API({ cwd: root });
  afterAll(() => compiler.close());
  const configuration = path.join(root, 'tsconfig.json');
  const project = compiler
    .updateSnapshot({ openProjects: [configuration] })
    .getProject(configuration);
  if (!project) throw new Error('The sources are a project of TypeScript.');
  const files = project.program
    .getSourceFileNames()
    .map((file) => path.relative(root, file))
    .filter((file) => searched.test(file));

  it('a member whose name can be any text is looked up among own members only', () => {
    expect(files.length).toBeGreaterThan(1_000);
    const others = files.filter((file) => !ownMembers.test(file));
    expect(others.flatMap((file) => anyNamesIn(project, file))).toEqual([]);
  });

  it('a lookup that also finds inherited members is found in the one file that may have it', () => {
    const file = 'shared/platform/own-member.ts';
    expect(anyNamesIn(project, file)).toEqual(Array(2).fill(`${file}: object[name]`));
  });
});
