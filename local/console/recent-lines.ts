import type { LogLine } from '../log.ts';

/** A logged line, and when the console got it, in ms since 1970. */
export interface RecentLine extends LogLine {
  readonly at: number;
}

export interface RecentLines {
  add(line: LogLine): void;
  /** The lines that contain a text, oldest first. */
  containing(text: string): readonly RecentLine[];
  /** The newest lines, oldest first. */
  newest(limit: number): readonly RecentLine[];
  /** Grows with every line. */
  readonly count: number;
}

/** A longer line is cut, so that the lines have a bound in bytes too. */
const maxLineLength = 4_096;

/** Keeps the newest lines of the log in memory, and no more than `limit` of them. */
export function recentLines(limit = 10_000): RecentLines {
  const ring: RecentLine[] = [];
  let count = 0;
  const inOrder = () => {
    const oldest = count % limit;
    return count <= limit ? ring : [...ring.slice(oldest), ...ring.slice(0, oldest)];
  };
  return {
    add({ level, source, message }) {
      const cut = message.slice(0, maxLineLength);
      ring[count % limit] = { level, source, message: cut, at: Date.now() };
      count += 1;
    },
    containing: (text) => inOrder().filter(({ message }) => message.includes(text)),
    newest: (most) => inOrder().slice(-most),
    get count() {
      return count;
    },
  };
}
