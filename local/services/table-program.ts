/** How to run a program that holds tables. */
export interface TableProgram {
  /** As its authors call it. */
  readonly title: string;
  readonly host: string;
  /** The access key that its callers name. */
  readonly accessKeyId: string;
  /** Where it is run. */
  readonly directory: string;
  command(port: number, host: string): readonly string[];
  /** Runs after its first answer, before anything else is asked of it. */
  onceReady?(): void;
  /** A folder that goes when the program does. */
  readonly leaves?: string;
}
