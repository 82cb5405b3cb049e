/** The headers of an answer that state its time. */
interface AnswerHeaders {
  readonly date?: string | undefined;
  readonly age?: string | undefined;
}

/** The service's time, as it was known when a request was signed. */
export interface SigningMoment {
  /** The time for the signature. */
  readonly date: Date;
  /**
   * Learns the service's time from its answer. True when the signature's time was so wrong that the
   * service may have refused it, and a new signature would be right.
   */
  learn(headers: AnswerHeaders): boolean;
}

/** AWS refuses a signature that is 5 minutes off, so corrections start a little below. */
const noticeableMs = 240_000;

/** An answer that took longer, in ms, is too old for an estimate of the time. */
const maxResponseMs = 900_000;

/**
 * Estimates the service's time, so that signatures are valid when our own clock is wrong. The AWS
 * SDK's clients do the same, but the SDK does not export it.
 */
export function serviceClock(): () => SigningMoment {
  let offsetMs = 0;
  return () => {
    const sentAt = Date.now();
    const signedOffsetMs = offsetMs;
    return {
      date: new Date(sentAt + offsetMs),
      learn({ date, age }) {
        const serviceTime = Date.parse(date ?? '');
        const now = Date.now();
        // An answer with an age comes from a cache.
        const isOfNow = age === undefined && now - sentAt <= maxResponseMs;
        if (!isOfNow || Number.isNaN(serviceTime)) return false;
        offsetMs = serviceTime - now;
        return Math.abs(offsetMs) >= noticeableMs && offsetMs !== signedOffsetMs;
      },
    };
  };
}
