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

/** Throws when it is no XPath 1.0. */
export function parse(expression: string): Expression;
