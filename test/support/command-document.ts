import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { documentedMembers } from './documented-members.ts';

interface PrintedDocument {
  readonly code: number;
  /** The JSON of the standard output; undefined where that is empty. */
  readonly document: unknown;
  readonly error: string;
}

/**
 * Runs the script of a command with `--json`. Fails where its output is not one document, or has
 * members that its documentation lacks.
 */
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
          const known = documentedMembers().get(basename(script, '.ts'));
          const unknown = Object.keys(Object(document)).filter((name) => !known?.includes(name));
          if (unknown.length > 0) throw new Error(`Not documented: ${unknown.join(', ')}.`);
          resolve({ code: Number(failure?.code ?? 0), document, error });
        } catch {
          reject(new Error(`This is no JSON document: ${out}\n${error}`));
        }
      },
    );
  });
}
