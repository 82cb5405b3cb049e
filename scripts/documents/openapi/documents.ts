import { jsonText } from '../json-text.ts';
import { describer } from './describer.ts';
import type { ExampleAnswers } from './operations.ts';
import { namedSchemas } from './schemas.ts';
import { withSharedParts } from './shared-parts.ts';
import { switchDocument } from './switch-document.ts';
import { vaultDocument } from './vault-document.ts';
import { words } from './words.ts';

/**
 * The APIs of the switch and of the vault in OpenAPI 3.1, as texts of JSON files. Throws where a
 * description matches nothing in either API, and where a name has none.
 */
export async function apiDocuments(
  examples: ExampleAnswers,
): Promise<{ readonly switch: string; readonly vault: string }> {
  const named = await namedSchemas();
  const describing = describer(words);
  const documents = {
    switch: jsonText(withSharedParts(switchDocument(named, describing, examples))),
    vault: jsonText(withSharedParts(vaultDocument(named, describing, examples))),
  };
  const { undescribed, unused } = describing.gaps();
  if (undescribed.length > 0) throw new Error(`Without a description: ${undescribed.join(', ')}.`);
  if (unused.length > 0) throw new Error(`Descriptions of nothing: ${unused.join(', ')}.`);
  return documents;
}
