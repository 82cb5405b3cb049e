import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The pages of Markdown outside `docs/` that the site shows too. */
const besideDocs = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  'packages/browser/README.md',
  'packages/node/README.md',
].filter((file) => existsSync(join(root, file)));

/** The pages of Markdown of the site, as paths in the repository, such as `docs/errors.md`. */
export async function documentPaths(): Promise<readonly string[]> {
  const files = await readdir(join(root, 'docs'), { recursive: true });
  const pages = files
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md'));
  return [...pages.sort(), ...besideDocs];
}

/**
 * The address of a file of the repository in the site: `docs/README.md` is `index.html`,
 * `docs/errors.md` is `errors.html`, the README of a package is `packages/node.html`, and other
 * files of `docs/` keep their names; undefined for folders, and for files that the site does not
 * have.
 */
export function addressOf(file: string): string | undefined {
  if (besideDocs.includes(file)) {
    const isOfPackage = file.startsWith('packages/');
    return `${isOfPackage ? posix.dirname(file) : posix.basename(file, '.md').toLowerCase()}.html`;
  }
  if (!file.startsWith('docs/')) return undefined;
  const below = file.slice('docs/'.length);
  if (!below.endsWith('.md')) return posix.extname(below) === '' ? undefined : below;
  return below.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');
}

/** The address of one page as a link on another; both are addresses in the site. */
export const linkTo = (address: string, from: string): string =>
  posix.relative(posix.dirname(from), address) || posix.basename(address);

/** The content of a file of the repository; undefined when it does not exist. */
export const fileOf = (file: string): Promise<Buffer | undefined> =>
  readFile(join(root, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
    throw error;
  });

/** The text of a file that the site cannot do without. Throws when it does not exist. */
export const textOf = (file: string): Promise<string> => readFile(join(root, file), 'utf8');
