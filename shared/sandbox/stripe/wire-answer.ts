import type { Manner } from '../cards.ts';

/** An answer; `text` is JSON. */
export interface WireAnswer {
  readonly status: number;
  readonly text: string;
  /** The fault to simulate in place of the answer. */
  readonly manner?: Manner | undefined;
}

/** An object as an answer. */
export const ok = (object: object): WireAnswer => ({ status: 200, text: JSON.stringify(object) });
