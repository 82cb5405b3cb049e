import type { Manner } from '#connectors/sandbox/published/cards.ts';

/** An answer; `text` is JSON. */
export interface WireAnswer {
  readonly status: number;
  readonly text: string;
  /** The fault to simulate in place of the answer. */
  readonly manner?: Manner | undefined;
}

/** An object as an answer. */
export const ok = (object: object): WireAnswer => ({ status: 200, text: JSON.stringify(object) });
