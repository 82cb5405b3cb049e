import type { Command, Environment } from '../../../scripts/command-line/program.ts';
import { runCommand } from '../runner/run-command.ts';
import { documentedMembers } from './documented-members.ts';

interface PrintedDocument {
  readonly code: number;
  /** The JSON of the standard output; undefined where that is empty. */
  readonly document: unknown;
  readonly error: string;
}

/**
 * Calls a command with `--json`. Fails where its output is not one document, or has members that
 * the documentation of the name lacks.
 */
export async function commandDocument(
  [name, command]: readonly [string, Command],
  args: readonly string[],
  environment: Environment,
): Promise<PrintedDocument> {
  const { code, out, error } = await runCommand(command, [...args, '--json'], { environment });
  const document = parsed(out, error);
  const known = documentedMembers().get(name);
  const unknown = Object.keys(Object(document)).filter((member) => !known?.includes(member));
  if (unknown.length > 0) throw new Error(`Not documented: ${unknown.join(', ')}.`);
  return { code, document, error };
}

function parsed(out: string, error: string): unknown {
  try {
    return out === '' ? undefined : JSON.parse(out);
  } catch (cause) {
    throw new Error(`This is no JSON document: ${out}\n${error}`, { cause });
  }
}
