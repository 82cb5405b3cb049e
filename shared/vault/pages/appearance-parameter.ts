import * as v from 'valibot';
import { maxCharacters } from '#platform/characters.ts';
import { Appearance } from '#vocabulary/appearance.ts';
import { sayableName } from '../field-name.ts';
import { VaultError } from '../vault-error.ts';

/**
 * The appearance as JSON, in the URL of the form. With every variable it is about 700 characters,
 * and filters in front of the vault refuse a query of more than 2 KB.
 */
export const AppearanceParameter = v.optional(
  v.pipe(v.string(), maxCharacters(1_000, 'is too long')),
);

/** The checked appearance. Throws VaultError `bad_request` with the reason. */
export function readAppearance(parameter: string | undefined): Appearance | undefined {
  if (parameter === undefined) return undefined;
  const { success, output, issues } = v.safeParse(Appearance, jsonOf(parameter));
  if (success) return output;
  throw refusal(issues.map(sentence));
}

function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return value;
  } catch {
    // The answer is the same as for a list.
  }
  throw refusal(['is no JSON object']);
}

const refusal = (reasons: readonly string[]) =>
  new VaultError('bad_request', { appearance: reasons });

/** Our own messages repeat no value; those of the library might. */
function sentence({ kind, type, message, path }: v.BaseIssue<unknown>): string {
  const name = sayableName(path?.map(({ key }) => String(key)).join('.') ?? '');
  if (type === 'strict_object') return path ? `${name} is not known` : 'is no JSON object';
  if (path === undefined) return message;
  return kind === 'validation' || type === 'picklist' ? `${name} ${message}` : `${name} is invalid`;
}
