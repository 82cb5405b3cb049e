import type { XmlNode } from './xml-node.ts';

/** The library makes the nodes of the namespace axis itself. They have no text. */
interface NamespaceNode {
  readonly nodeType: '__namespace';
}

export type SelectedNode = XmlNode | NamespaceNode;

/** The result of an expression: nodes, or a computed text, number or boolean. */
export interface Found {
  /** Only for nodes, in document order: slow for many nodes. */
  readonly toArray?: () => readonly SelectedNode[];
  /** The same in any order. */
  readonly toUnsortedArray?: () => readonly SelectedNode[];
  stringValue(): string;
}

export interface Expression {
  /** Throws for unknown functions, variables and prefixes. */
  evaluate(context: { readonly node: SelectedNode }): Found;
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
