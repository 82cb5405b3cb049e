/** A clock that follows the time which AWS states in its answers. */
export interface Clock {
  now(): Date;
  /** The time for a signature, to be compared with the answer to the signed request. */
  moment(): SigningMoment;
}

/** The time at which a request was signed. */
interface SigningMoment {
  readonly date: Date;
  /**
   * Learns the time from the answer. True when the signature's time was so wrong that the service
   * may have refused it, and a new signature would be right.
   */
  learn(headers: AnswerHeaders): boolean;
}

/** The headers of an answer that state its time. */
interface AnswerHeaders {
  readonly date?: string | undefined;
  readonly age?: string | undefined;
}

/** AWS refuses a signature that is 5 minutes off, so a new one is tried a little below. */
const noticeableMs = 240_000;

/** A header states a time without its fraction of a second. */
const headerMs = 1_000;

/**
 * A clock of its own: this machine's, until an answer shows that this one is wrong. An answer was
 * written after its request was sent and before it arrived, so a slow answer says less. Between two
 * clocks remain at most some two seconds, and the time of an exchange.
 *
 * @param machineMs the time of this machine, in ms since 1970
 */
export function awsClock(machineMs: () => number = Date.now): Clock {
  let offsetMs = 0;
  return {
    now: () => new Date(machineMs() + offsetMs),
    moment() {
      const sentAt = machineMs();
      const signedOffsetMs = offsetMs;
      return {
        date: new Date(sentAt + offsetMs),
        learn({ date, age }) {
          // An answer with an age comes from a cache. A text that is no time moves nothing.
          const stated = age === undefined ? Date.parse(date ?? '') : Number.NaN;
          const leastMs = stated - machineMs();
          const mostMs = stated + headerMs - sentAt;
          if (offsetMs < leastMs - headerMs || offsetMs > mostMs + headerMs) {
            offsetMs = (leastMs + mostMs) / 2;
          }
          return Math.abs(offsetMs - signedOffsetMs) >= noticeableMs;
        },
      };
    },
  };
}

/** The clock of this process. All its clients of AWS set it. */
export const clock: Clock = awsClock();

/**
 * The time, on which all functions agree: they compare times that others have stored, such as that
 * of a request which a processor does not know yet. Right from the first answer of AWS on.
 */
export const currentTime: () => Date = clock.now;
