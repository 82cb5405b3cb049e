import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentAnswer } from './answers.ts';

const folder = join(import.meta.dirname, '..', 'docs');

/** A page of docs, such as `runbooks/errors.md`; undefined when it does not exist. */
export async function documentAnswer(path: string): Promise<DocumentAnswer | undefined> {
  if (!/^([a-z-]+\/)?[\w-]+\.md$/.test(path)) return undefined;
  const markdown = await readFile(join(folder, path), 'utf8').catch(() => undefined);
  return markdown === undefined ? undefined : { path, markdown };
}
