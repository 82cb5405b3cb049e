import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markFiles, markOfFile } from '../../../tools/bundle/bundle-pages.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** The module `turnout:marks`, read from the sources. */
export const marks = () =>
  Object.fromEntries(
    markFiles().map((file) => [markOfFile(file), readFileSync(join(root, file), 'utf8').trim()]),
  );
