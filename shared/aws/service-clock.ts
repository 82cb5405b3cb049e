/** The headers of an answer that say when it was made. */
type AnswerHeaders = Readonly<Record<string, string>>;

/** A request that was signed by the service's clock as it was known then. */
export interface SigningMoment {
  /** What goes into the signature. */
  readonly date: Date;
  /**
   * Learns the service's time from its answer. True when the time in the signature was so wrong that
   * the service may have refused it, and another signature is right.
   */
  learn(headers: AnswerHeaders): boolean;
}

/** AWS refuses a signature that is 5 minutes off; corrected are those that come close to that. */
const noticeableMs = 240_000;

/** An answer that took longer says too little about the time. */
const maxResponseMs = 900_000;

/**
 * The time as a service has it, so that its signatures are good where our own clock is wrong. It does
 * what the AWS SDK does for its own clients, which keeps that to itself.
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
