/** How to run a database program. */
export interface TableProgram {
  /** The program's name, as its authors spell it. */
  readonly title: string;
  readonly host: string;
  /** The access key of its callers. */
  readonly accessKeyId: string;
  /** Its working directory. */
  readonly directory: string;
  command(port: number, host: string): readonly string[];
  /** Runs after its first answer, before any other call. */
  onceReady?(): void;
  /** Whether it cannot run without Java. */
  readonly needsJava?: boolean;
  /** A folder that is removed when the program ends. */
  readonly leaves?: string;
}
