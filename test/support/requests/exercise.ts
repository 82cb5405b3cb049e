import type { WebhookReceiver } from '../receivers/webhook-receiver.ts';
import type { RunningSwitch } from '../switch/switch.ts';

/**
 * The work of a function, done once with everything that the function may need. It is prepared
 * first; the prepared work returns whether it succeeded.
 */
export type Exercise = (world: ExerciseContext) => Promise<() => Promise<boolean>>;

export interface ExerciseContext {
  readonly running: RunningSwitch;
  readonly receiver: WebhookReceiver;
  /** Whether a grant is taken away while the work is done. */
  readonly withoutGrant: boolean;
  /** Whether the gate refused a call for want of the grant. */
  wasRefused(): boolean;
}

/** The work for one grant, where the function's usual work succeeds without the grant. */
export interface GrantExercise {
  readonly name: string;
  readonly action: string;
  readonly resource: RegExp;
  readonly exercise: Exercise;
}
