import type { LogLine } from '../local/log.ts';
import { newest } from '../local/newest.ts';

/** A logged line, and when it was written, in ms since 1970. */
export interface RecentLine extends LogLine {
  readonly at: number;
}

export interface RecentLines {
  add(line: LogLine): void;
  /** The lines about a payment, oldest first: merchants may choose the same identifiers. */
  ofPayment(merchantId: string, paymentId: string): readonly RecentLine[];
  /** The newest lines, oldest first. */
  newest(limit: number): readonly RecentLine[];
  /** Grows with every line. */
  readonly count: number;
}

/** A longer line is cut, so that the lines have a bound in bytes too. */
const maxLineLength = 4_096;

/** Keeps the newest lines of the log in memory, and no more than `limit` of them. */
export function recentLines(limit = 10_000): RecentLines {
  const lines = newest<RecentLine>(limit);
  return {
    add({ level, source, message, at = Date.now() }) {
      const cut = message.slice(0, maxLineLength);
      lines.add({ level, source, message: cut, at });
    },
    ofPayment(merchantId, paymentId) {
      const isOfPayment = (message: string) => message.includes(`"payment_id":"${paymentId}"`);
      const isOfMerchant = (message: string) =>
        !message.includes('"merchant_id":') || message.includes(`"merchant_id":"${merchantId}"`);
      return lines.all().filter(({ message }) => isOfPayment(message) && isOfMerchant(message));
    },
    newest: (most) => lines.all().slice(-most),
    get count() {
      return lines.count;
    },
  };
}
