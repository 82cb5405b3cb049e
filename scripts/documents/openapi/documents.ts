import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Describer, describer } from './describer.ts';
import type { ExampleAnswers } from './operations.ts';
import { namedSchemas } from './schemas.ts';
import { switchDocument } from './switch-document.ts';
import { vaultDocument } from './vault-document.ts';
import { words } from './words.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Recorded responses of operations, which `test/documents/openapi-examples.test.ts` writes. */
export const examplesFile = 'docs/openapi-examples.json';

/** The APIs of the switch and of the vault in OpenAPI 3.1, as texts of JSON files. */
export async function apiDocuments(): Promise<{
  readonly switch: string;
  readonly vault: string;
  /** Descriptions that match nothing in either API, and names without a description. */
  readonly gaps: ReturnType<Describer['gaps']>;
}> {
  const named = await namedSchemas();
  const examples = await exampleAnswers();
  const describing = describer(words);
  return {
    switch: textOf(switchDocument(named, describing, examples)),
    vault: textOf(vaultDocument(named, describing, examples)),
    gaps: describing.gaps(),
  };
}

const textOf = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

const exampleAnswers = async (): Promise<ExampleAnswers> =>
  v.parse(
    v.record(v.string(), v.unknown()),
    JSON.parse(await readFile(join(root, examplesFile), 'utf8')),
  );
