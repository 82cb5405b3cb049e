import type { StepBudget } from './step-budget.ts';

/** What a profile says of where messages and cards stand, in the language of the answer. */
export interface MessageSelectors {
  readonly messages: string;
  readonly cards: string;
  /** How many messages there may be, and how many cards. */
  readonly most: number;
  /** How many steps all of its selectors may take together. */
  readonly budget: StepBudget;
}

/** Where a profile found something: how capture reads and changes an answer, whatever it is written in. */
export interface SelectedMessages {
  readonly messages: readonly SelectedMessage[];
  /** The answer as it is by now. */
  write(): Buffer;
}

interface SelectedMessage {
  readonly cards: readonly SelectedCard[];
}

export interface SelectedCard {
  /** What a selector finds in the card. Throws when it cannot be applied. */
  find(selector: string): readonly SelectedValue[];
  /** Writes a node into the card, in place of one of that name; without a text it removes that. */
  put(name: string, text: string | undefined): void;
}

export interface SelectedValue {
  /** Undefined when it is no text, such as an object or a list. */
  readonly text: string | undefined;
  /** Writes this in its place; undefined when it has none, being worked out by the selector. */
  readonly replace: ((text: string) => void) | undefined;
}

/** An answer that is not what the profile says. */
export class UnreadableResponse extends Error {
  override readonly name = 'Unreadable';
}

/** An answer with more messages or cards than one request may have. */
export class TooManySelected extends Error {
  override readonly name = 'TooMany';
}
