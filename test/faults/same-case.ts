import type { Fault, NumberedCall } from './numbered-calls.ts';

/** What befalls which call of an invocation. */
export interface FaultyCall {
  readonly number: number;
  readonly fault: Fault;
}

/**
 * The earlier case that leaves the world, and what is left of the process, as this one does, so that
 * all that follows is the same: `nothing` is the run in which nothing befalls any call. Without one, the
 * case itself.
 *
 * - A process that dies before a call dies after the one before it.
 * - A process that dies after a read, or at a look at the clock, might as well have died before it.
 * - A read that is made twice, or once more after its answer was lost, reads the same.
 *
 * This holds of calls that are made one after another, and of no call beside another.
 */
export function sameCase(
  calls: readonly NumberedCall[],
  { number, fault }: FaultyCall,
): FaultyCall | 'nothing' {
  const call = calls[number - 1];
  if (call?.isRead && isAlone(calls, number)) {
    const isRepeated = fault === 'lose' || fault === 'twice';
    if (isRepeated && call.port !== 'clock') return 'nothing';
    if (fault === 'die-after') return sameCase(calls, { number, fault: 'die-before' });
  }
  const before = number - 1;
  if (fault === 'die-before' && before > 0 && isAlone(calls, before) && !call?.isBeside) {
    return sameCase(calls, { number: before, fault: 'die-after' });
  }
  return { number, fault };
}

const isAlone = (calls: readonly NumberedCall[], number: number) =>
  calls[number - 1]?.isBeside === false && calls[number]?.isBeside !== true;

/** By day a read fails in one way, and a clock is wrong as far as it may be; the night has the others. */
const ofNight: Readonly<Record<'read' | 'clock', readonly Fault[]>> = {
  read: ['slow', 'garble'],
  clock: ['lose', 'twice', 'garble'],
};

/** Whether a case is left to the night: its call changes nothing, and fails by day in another way. */
export const isOfNight = ({ isRead, port }: NumberedCall, fault: Fault): boolean =>
  isRead && ofNight[port === 'clock' ? 'clock' : 'read'].includes(fault);
