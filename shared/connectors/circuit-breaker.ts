import { circuitProbeMs } from '#platform/time-limits.ts';

/**
 * Stops asking a processor that does not answer: a request need not wait for its time limit to get
 * the same result, and another connector can be tried at once. Each container has one, from its own
 * requests.
 */
export interface CircuitBreaker {
  /**
   * Whether a request for this connector account may be sent now. Each permission must end with
   * `ended`.
   */
  permits(accountId: string): boolean;
  /**
   * Notes how a permitted request ended. Returns whether the circuit closed by it, or opened. A
   * failed probe opens it again, so that operators get a message for as long as the outage lasts.
   */
  ended(accountId: string, end: RequestEnd): 'opened' | 'closed' | undefined;
}

/**
 * A request's evidence about its processor: it answers, it fails (no connection, no answer in time,
 * a server error), or no evidence, such as from a request that could not be sent at all.
 */
export type RequestEnd = 'answered' | 'failed' | 'says nothing';

/**
 * Consecutive failures that open a circuit. A lower limit would open it for single requests that
 * always fail, such as one payment that is synced again and again.
 */
const failuresToOpen = 5;
/**
 * How long no request is sent, in ms. Long enough to relieve a processor, and short against an
 * outage: after the outage the processor would take payments that are still refused here.
 */
const openMs = 10_000;
/** Accounts that are remembered: those with failures, latest last. */
const maxAccounts = 500;

interface Circuit {
  readonly failures: number;
  /** Until then, in ms since the epoch, no request is sent; only of an open circuit. */
  readonly refusesUntil: number;
  /** Whether a probe has been sent since it opened. */
  readonly isProbed?: boolean;
}

export function circuitBreaker(clock: () => number = Date.now): CircuitBreaker {
  const circuits = new Map<string, Circuit>();

  const remember = (accountId: string, circuit: Circuit) => {
    circuits.delete(accountId);
    circuits.set(accountId, circuit);
    const [oldest] = circuits.keys();
    if (circuits.size > maxAccounts && oldest !== undefined) circuits.delete(oldest);
  };
  const isOpen = (circuit: Circuit | undefined): circuit is Circuit =>
    circuit !== undefined && circuit.failures >= failuresToOpen;

  return {
    permits(accountId) {
      const circuit = circuits.get(accountId);
      if (!isOpen(circuit)) return true;
      if (clock() < circuit.refusesUntil) return false;
      // This one request is the probe. The others wait for its end.
      remember(accountId, { ...circuit, refusesUntil: clock() + circuitProbeMs, isProbed: true });
      return true;
    },

    ended(accountId, end) {
      const circuit = circuits.get(accountId);
      if (end === 'answered') {
        circuits.delete(accountId);
        return isOpen(circuit) ? 'closed' : undefined;
      }
      if (end === 'says nothing') {
        if (isOpen(circuit)) remember(accountId, { ...circuit, refusesUntil: clock() });
        return undefined;
      }
      const failing = { failures: (circuit?.failures ?? 0) + 1, refusesUntil: clock() + openMs };
      remember(accountId, failing);
      return isOpen(failing) && (!isOpen(circuit) || circuit.isProbed) ? 'opened' : undefined;
    },
  };
}

/** The breaker of this container. */
export const containerBreaker: CircuitBreaker = circuitBreaker();
