/** A published client that is no part of this repository: a folder of this machine has it. */
interface PublishedClient {
  /** Its name, which its tests have too. */
  readonly what: string;
  /** The variable that names the folder. */
  readonly variable: string;
  /** The contents of the folder. */
  readonly holds: string;
}

/** `describe` with the client's folder, where the variable names one; otherwise a line says so. */
export function withClient(
  { what, variable, holds }: PublishedClient,
  tests: (folder: string) => void,
): void {
  const folder = process.env[variable];
  if (folder) describe(what, () => tests(folder));
  else {
    console.warn(`Skipped: ${what}. ${variable} names the folder with ${holds}.`);
    describe.skip(what, () => tests(''));
  }
}
