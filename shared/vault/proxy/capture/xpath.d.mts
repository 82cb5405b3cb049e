import type { Node } from '@xmldom/xmldom';

/** What an expression finds: nodes, or a text, a number or a truth that it worked out. */
export interface Found {
  /** Only of nodes, in the order of the document: it takes long where they are many. */
  readonly toArray?: () => readonly Node[];
  /** The same in any order. */
  readonly toUnsortedArray?: () => readonly Node[];
  stringValue(): string;
}

export interface Expression {
  /** Throws for functions, variables and prefixes that are not known. */
  evaluate(context: { readonly node: Node }): Found;
}

/** A step along an axis, `root` for the beginning of an absolute path. */
export interface Step {
  readonly axis: string;
  /** How many filters it stands in. */
  readonly filters: number;
  readonly hasFilter: boolean;
}

/** All steps of an expression, those in its filters too. */
export function stepsOf(expression: Expression): readonly Step[];

/** The same expression, which says of every node that it looks at, and of every part that it works out. */
export function counted(expression: Expression, spend: (steps: number) => void): Expression;

/** Throws when it is no XPath 1.0. */
export function parse(expression: string): Expression;
