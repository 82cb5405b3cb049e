import type { Fault, NumberedCall } from './numbered-calls.ts';

/** A fault, and the call of an invocation that has it. */
export interface FaultyCall {
  readonly number: number;
  readonly fault: Fault;
}

/**
 * An earlier case that leaves the world and the rest of the process in the same state, so that all
 * that follows is the same; `nothing` is the run without a fault. Without such a case, returns the
 * case itself.
 *
 * - A process that dies before a call dies after the one before it.
 * - A process that dies after a read, between reads that are under way together, or after reading
 *   the clock, might as well have died before them.
 * - A read that is made twice, or once more after its answer was lost, reads the same.
 *
 * This does not hold for a call beside a write, nor for a write beside another call.
 */
export function sameCase(
  calls: readonly NumberedCall[],
  { number, fault }: FaultyCall,
): FaultyCall | 'nothing' {
  const together = callsTogether(calls, number);
  if (together.areReads) {
    const isRepeated = fault === 'lose' || fault === 'twice';
    if (isRepeated && calls[number - 1]?.port !== 'clock') return 'nothing';
    if (fault === 'die-after' || (fault === 'die-before' && number > together.first)) {
      return sameCase(calls, { number: together.first, fault: 'die-before' });
    }
  }
  if (fault === 'die-before' && number === together.first && number > 1) {
    const before = callsTogether(calls, number - 1);
    if (before.areReads || before.first === number - 1) {
      return sameCase(calls, { number: number - 1, fault: 'die-after' });
    }
  }
  return { number, fault };
}

/** The calls that were under way together with one: the number of the first, and whether all read. */
function callsTogether(calls: readonly NumberedCall[], number: number) {
  let first = number;
  while (first > 1 && calls[first - 1]?.isBeside) first -= 1;
  const next = calls.findIndex(({ isBeside }, index) => index >= number && !isBeside);
  const all = calls.slice(first - 1, next === -1 ? undefined : next);
  return { first, areReads: all.every(({ isRead }) => isRead) };
}

/** By day a read fails in one way, and a clock is wrong as far as it may be; the night has the others. */
const ofNight: Readonly<Record<'read' | 'clock', readonly Fault[]>> = {
  read: ['slow', 'garble'],
  clock: ['lose', 'twice', 'garble'],
};

/** Whether a case is left to the night: its call changes nothing, and fails by day in another way. */
export const isOfNight = ({ isRead, port }: NumberedCall, fault: Fault): boolean =>
  isRead && ofNight[port === 'clock' ? 'clock' : 'read'].includes(fault);
