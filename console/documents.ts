import { posix } from 'node:path';
import type { Site } from '../site/open-site.ts';
import type { DocumentAnswer } from './answers.ts';

/** Where the console serves the site of the docs. */
export const docsPath = '/docs/';

/** A page of docs, such as `runbooks/errors.md`; undefined when it does not exist. */
export async function documentAnswer(
  site: Site,
  path: string,
): Promise<DocumentAnswer | undefined> {
  if (!/^([a-z-]+\/)?[\w-]+\.md$/.test(path)) return undefined;
  const article = await site.article(`docs/${path}`);
  if (!article) return undefined;
  const folder = posix.join(docsPath, posix.dirname(path));
  const html = article.html.replace(
    /\b(href|src)="(?![a-z][a-z0-9+.-]*:|#)([^"]+)"/g,
    (_, attribute, target: string) => `${attribute}="${posix.join(folder, target)}"`,
  );
  return { path, html };
}
