// Shared with parts: `instanceof` recognizes an error by its class.
import type { StepBudget } from './step-budget.ts';

/** The profile's selectors of messages and cards, in the answer's language. */
export interface MessageSelectors {
  readonly messages: string;
  readonly cards: string;
  /** The most messages, and the most cards, that an answer may have. */
  readonly most: number;
  /** The step budget that all selectors share. */
  readonly budget: StepBudget;
}

/** The messages that a profile selects in an answer: one interface for JSON and XML. */
export interface SelectedMessages {
  readonly messages: readonly SelectedMessage[];
  /** The answer with all changes so far. */
  write(): Buffer;
}

interface SelectedMessage {
  readonly cards: readonly SelectedCard[];
}

export interface SelectedCard {
  /** The nodes that a selector finds in the card. Throws when the selector cannot be applied. */
  find(selector: string): readonly SelectedValue[];
  /**
   * Puts a node into the card, or replaces the node of that name; without a text it removes the
   * node.
   */
  put(name: string, text: string | undefined): void;
}

export interface SelectedValue {
  /** Undefined when the node is no text, such as an object or a list. */
  readonly text: string | undefined;
  /**
   * Replaces the node's text; undefined when the selector computed the value, so no node has it.
   */
  readonly replace: ((text: string) => void) | undefined;
}

/** An answer that the profile cannot be applied to. */
export class UnreadableResponse extends Error {
  override readonly name = 'Unreadable';
}

/** An answer with more messages or cards than one request may have. */
export class TooManySelected extends Error {
  override readonly name = 'TooMany';
}
