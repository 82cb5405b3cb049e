import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientTypesFile, documentFiles } from '../written-files.ts';
import { clientTypes } from './client-types.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** The types are made anew where one of these has changed. */
const decisive = [
  join(root, documentFiles.switch),
  ...['client-types.ts', 'named-shapes.ts'].map((file) => join(import.meta.dirname, file)),
  join(root, 'node_modules', 'openapi-typescript', 'package.json'),
];

/**
 * The types of the client for Node.js, which Git ignores: those in the file, where they are of the
 * present description, and otherwise they are made and written there.
 */
export async function currentClientTypes(): Promise<string> {
  const sources = await Promise.all(decisive.map((file) => readFile(file)));
  const hash = createHash('sha256');
  for (const source of sources) hash.update(createHash('sha256').update(source).digest());
  const mark = `// Written from ${documentFiles.switch}, with openapi-typescript: ${hash.digest('hex')}.\n\n`;
  const file = join(root, clientTypesFile);
  const stored = await readFile(file, 'utf8').catch(() => '');
  if (stored.startsWith(mark)) return stored;
  const types = mark + (await clientTypes(`${sources[0]}`));
  // Others may read the file at this moment.
  const fresh = `${file}.${randomUUID()}`;
  await writeFile(fresh, types);
  await rename(fresh, file);
  return types;
}
