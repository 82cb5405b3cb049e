import { execFile } from 'node:child_process';

interface PrintedDocument {
  readonly code: number;
  /** The JSON of the standard output; undefined where that is empty. */
  readonly document: unknown;
  readonly error: string;
}

/** Runs a script of the repository with `--json`. Fails where its output is not one document. */
export function commandDocument(
  script: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<PrintedDocument> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [script, ...args, '--json'],
      { env: environment },
      (failure, out, error) => {
        try {
          const document: unknown = out === '' ? undefined : JSON.parse(out);
          resolve({ code: Number(failure?.code ?? 0), document, error });
        } catch {
          reject(new Error(`This is no JSON document: ${out}\n${error}`));
        }
      },
    );
  });
}
