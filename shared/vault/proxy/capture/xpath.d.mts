import type { Node } from '@xmldom/xmldom';

/** The result of an expression: nodes, or a computed text, number or boolean. */
export interface Found {
  /** Only for nodes, in document order: slow for many nodes. */
  readonly toArray?: () => readonly Node[];
  /** The same in any order. */
  readonly toUnsortedArray?: () => readonly Node[];
  stringValue(): string;
}

export interface Expression {
  /** Throws for unknown functions, variables and prefixes. */
  evaluate(context: { readonly node: Node }): Found;
}

/** A step along an axis; `root` is the beginning of an absolute path. */
export interface Step {
  readonly axis: string;
  /** The number of filters around the step. */
  readonly filters: number;
  readonly hasFilter: boolean;
}

/** All steps of an expression, including those in its filters. */
export function stepsOf(expression: Expression): readonly Step[];

/**
 * The same expression, which reports every node that it visits and every part that it evaluates.
 */
export function counted(expression: Expression, spend: (steps: number) => void): Expression;

/** Throws for a text that is no XPath 1.0. */
export function parse(expression: string): Expression;
