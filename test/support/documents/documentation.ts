import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

/** All Markdown of the repository, as paths. */
export const pages = globSync('{,.github/**/,*/,docs/**/,{examples,packages,shared}/*/}*.md', {
  cwd: root,
  exclude: ['node_modules'],
}).sort();

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** The text of a page outside of its blocks of code. */
export const prose = (page: string): string => textOf(page).replace(/^ *```[\s\S]*?^ *```$/gm, '');
