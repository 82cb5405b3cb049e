import { ownMember } from '../../own-member.ts';
import { invalid } from '../table-error.ts';
import type { Value } from '../values.ts';
import type { Placeholders } from './placeholders.ts';
import { reservedWords } from './reserved-words.ts';

/** The place of a value in an item: names of map members and positions in lists. */
export type Path = readonly [string, ...(string | number)[]];

/** `[a, b, [0]]`, as DynamoDB writes a path in its messages. */
export const pathText = (path: Path): string =>
  `[${path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join(', ')}]`;

/** The order in which DynamoDB reports problems when there are several; of one kind, the first. */
const problemOrder = [
  'parentheses',
  'function',
  'misuse',
  'reserved',
  'section',
  'operand',
  'overlap',
  'conflict',
  'assignment',
] as const;
type ProblemKind = (typeof problemOrder)[number];

/** Reads the tokens of an expression one after another. */
export interface ExpressionReader {
  /** The next token; empty at the end. */
  peek(): string;
  /** The token after the next. */
  peekFurther(): string;
  next(): string;
  /** Reads the next token when it is this word, in any case, or this sign. */
  takes(wanted: string): boolean;
  /** Reads the next token, which must be this one. */
  expect(wanted: string): void;
  path(): Path;
  value(): Value;
  /**
   * Notes that the expression is wrong, which its end reports. A wrong syntax is reported first.
   */
  problem(kind: ProblemKind, message: string): void;
  /** Refuses the token that was read last or, at the end, the end. */
  syntaxError(): Error;
  /** Throws unless everything was read, and all of it is right. */
  end(): void;
}

/** Names, placeholders, positions, signs; or any other character, which no rule takes. */
const token = /\s*(?:([A-Za-z_]\w*|[#:]\w+|\d+|<>|<=|>=|[=<>()[\].,+-])|(\S))/y;

/** Words of the grammar, which no path may begin with. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  ConditionExpression: ['AND', 'BETWEEN', 'IN', 'NOT', 'OR'],
  FilterExpression: ['AND', 'BETWEEN', 'IN', 'NOT', 'OR'],
  KeyConditionExpression: ['AND', 'BETWEEN', 'IN', 'NOT', 'OR'],
  UpdateExpression: ['ADD', 'DELETE', 'REMOVE', 'SET'],
};

/** @param kind the member of the request, such as `ConditionExpression` */
export function expressionReader(
  kind: string,
  text: string,
  placeholders: Placeholders,
): ExpressionReader {
  const fail = (message: string) => invalid(`Invalid ${kind}: ${message}`);
  if (text === '') throw fail('The expression can not be empty;');
  const tokens = tokensOf(text);
  let place = 0;
  let worst: { readonly rank: number; readonly message: string } | undefined;
  const at = (index: number) => tokens[index]?.text ?? '';

  const reader: ExpressionReader = {
    peek: () => at(place),
    peekFurther: () => at(place + 1),
    next() {
      place += 1;
      return at(place - 1);
    },
    takes(wanted) {
      if (at(place).toUpperCase() !== wanted) return false;
      place += 1;
      return true;
    },
    expect(wanted) {
      if (reader.next().toUpperCase() !== wanted) throw reader.syntaxError();
    },
    path() {
      const steps: (string | number)[] = [];
      const first = nameStep();
      for (;;) {
        if (reader.takes('.')) steps.push(nameStep());
        else if (reader.takes('[')) {
          const index = reader.next();
          if (!/^\d+$/.test(index)) throw reader.syntaxError();
          steps.push(Number(index));
          reader.expect(']');
        } else return [first, ...steps];
      }
    },
    value() {
      const name = reader.next();
      if (!name.startsWith(':')) throw reader.syntaxError();
      const value = placeholders.value(name);
      if (value) return value;
      reader.problem(
        'operand',
        `An expression attribute value used in expression is not defined; attribute value: ${name}`,
      );
      return { NULL: true };
    },
    problem(problemKind, message) {
      const rank = problemOrder.indexOf(problemKind);
      if (!worst || rank < worst.rank) worst = { rank, message };
    },
    syntaxError() {
      const here = place - 1;
      const [first, last] = [tokens[here - 1] ?? tokens[here], tokens[here + 1] ?? tokens[here]];
      const near = text.slice(first?.from ?? 0, last?.to ?? text.length);
      return fail(`Syntax error; token: "${at(here) || '<EOF>'}", near: "${near}"`);
    },
    end() {
      if (reader.next() !== '') throw reader.syntaxError();
      if (worst) throw fail(worst.message);
    },
  };

  function nameStep(): string {
    const name = reader.next();
    if (name.startsWith('#')) {
      const known = placeholders.name(name);
      if (known !== undefined) return known;
      reader.problem(
        'operand',
        `An expression attribute name used in the document path is not defined; attribute name: ${name}`,
      );
      return name;
    }
    const isKeyword = ownMember(keywords, kind)?.includes(name.toUpperCase());
    if (isKeyword || !/^[A-Za-z_]/.test(name)) throw reader.syntaxError();
    if (reservedWords.has(name.toUpperCase())) {
      reader.problem('reserved', `Attribute name is a reserved keyword; reserved keyword: ${name}`);
    }
    return name;
  }

  return reader;
}

interface Token {
  readonly text: string;
  /** Its place in the expression. */
  readonly from: number;
  readonly to: number;
}

function tokensOf(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  for (let found = token.exec(expression); found; found = token.exec(expression)) {
    const text = found[1] ?? found[2] ?? '';
    tokens.push({ text, from: token.lastIndex - text.length, to: token.lastIndex });
  }
  return tokens;
}

/** Reads a part and the parenthesis behind it. Two pairs around the same part are one too many. */
export function inParentheses<Part>(
  reader: ExpressionReader,
  read: (reader: ExpressionReader) => Part,
  mayBeRedundant: (part: Part) => boolean = () => true,
): Part {
  const isDouble = reader.peek() === '(';
  const part = read(reader);
  if (isDouble && reader.peek() === ')' && mayBeRedundant(part)) {
    reader.problem('parentheses', 'The expression has redundant parentheses;');
  }
  reader.expect(')');
  return part;
}

/**
 * Throws when one of these paths is a part of another, or uses as a list a value that another uses
 * as a map.
 */
export function checkPathsApart(paths: readonly Path[], reader: ExpressionReader): void {
  paths.forEach((one, index) => {
    for (const earlier of paths.slice(0, index)) {
      const shared = Math.min(one.length, earlier.length);
      const differs = one.slice(0, shared).findIndex((step, at) => step !== earlier[at]);
      const both = `must remove or rewrite one of these paths; path one: ${pathText(earlier)}, path two: ${pathText(one)}`;
      if (differs < 0) {
        reader.problem('overlap', `Two document paths overlap with each other; ${both}`);
      } else if (typeof one[differs] !== typeof earlier[differs]) {
        reader.problem('conflict', `Two document paths conflict with each other; ${both}`);
      }
    }
  });
}
