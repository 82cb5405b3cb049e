import { parseJson } from '../../local/assembly/json.ts';
import { type Template, templateOf } from '../../local/assembly/template.ts';
import type { Account } from './account.ts';

/**
 * The template of a stack as it is deployed; undefined where the credentials may not read it, and
 * where it is not JSON, as the CDK's templates are.
 */
export async function deployedTemplate(
  account: Pick<Account, 'template'>,
  stackName: string,
  region: string,
): Promise<Template | undefined> {
  const text = await account.template(stackName, region);
  if (text === undefined) return undefined;
  try {
    return templateOf(parseJson(text));
  } catch {
    return undefined;
  }
}
