import type { RunningSwitch } from './switch.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/**
 * What a function is there for, done once with everything that it may ever need: prepared first, and
 * then done. Doing it tells whether it was done.
 */
export type Exercise = (world: ExerciseContext) => Promise<() => Promise<boolean>>;

export interface ExerciseContext {
  readonly running: RunningSwitch;
  readonly receiver: WebhookReceiver;
  /** Whether a grant is taken away while the work is done. */
  readonly withoutGrant: boolean;
  /** Whether the function was refused what was taken from it. */
  wasRefused(): boolean;
}

/** What one grant is there for, where the function's usual work does not show that it is missing. */
export interface GrantExercise {
  readonly name: string;
  readonly action: string;
  readonly resource: RegExp;
  readonly exercise: Exercise;
}
