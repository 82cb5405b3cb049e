/** Logs one line: the program's own, or a function's. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** The part of the program that logs, or a function by its name in the CDK app. */
  readonly source: string;
  readonly message: string;
  /** When it was written, in ms since 1970, if that is known better than by when it arrived. */
  readonly at?: number;
}

export type Log = (line: LogLine) => void;
