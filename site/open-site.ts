import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ownMember } from '../shared/platform/own-member.ts';
import { browserFiles } from './browser-files.ts';
import { archiveOf } from './collection/archive.ts';
import { collectionFiles } from './collection/collection.ts';
import { addressOf, documentPaths, fileOf, textOf } from './documents.ts';
import { type Highlight, openHighlight } from './highlight.ts';
import { inlineMarkdown } from './inline-markdown.ts';
import { documentOf, type Frame, type Place } from './layout.ts';
import { type Article, markdownReader } from './markdown.ts';
import { navigationOf } from './navigation.ts';
import { descriptionOf } from './reference/description.ts';
import { referenceOf } from './reference/reference.ts';
import { searchIndex } from './search-index.ts';

/** A file of the site. */
interface SiteFile {
  readonly contentType: string;
  readonly body: string | Buffer;
}

/** The site of the documentation. Pages are made when they are asked for, from the files as they are. */
export interface Site {
  /** The addresses of all files, such as `index.html` and `api/payments.create.html`. */
  addresses(): Promise<readonly string[]>;
  /** A file by its address; undefined when the site has none there. */
  file(address: string): Promise<SiteFile | undefined>;
  /** A page of Markdown of the repository, such as `docs/errors.md`, as HTML. */
  article(file: string): Promise<Article | undefined>;
}

const frame: Frame = {
  parts: [
    { title: 'Docs', address: 'index.html' },
    { title: 'API', address: 'api/index.html' },
    { title: 'Vault API', address: 'vault-api/index.html' },
  ],
};

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  sh: 'text/plain; charset=utf-8',
  gz: 'application/gzip',
};

/** Opens the site: reads the API descriptions and loads the highlighter. */
export async function openSite(): Promise<Site> {
  const highlight = await openHighlight();
  const read = markdownReader(highlight);
  const references = await readReferences(highlight);
  const browser = browserFiles();

  async function articleOf(file: string): Promise<Article | undefined> {
    const text = await fileOf(file);
    return text === undefined ? undefined : read(text.toString('utf8'), file);
  }

  async function pageAt(address: string): Promise<string | undefined> {
    for (const { title, reference } of references) {
      const page = reference.page(address);
      if (page) return documentOf(page, { part: title, groups: reference.groups(address) }, frame);
    }
    const file = await documentAt(address);
    const article = file === undefined ? undefined : await articleOf(file);
    if (!article) return undefined;
    return documentOf({ ...article, address }, await placeOf(address), frame);
  }

  async function searched(): Promise<string> {
    const files = await documentPaths();
    const pages = await Promise.all(
      files.map(async (file) => {
        const article = await articleOf(file);
        const address = addressOf(file);
        return article && address !== undefined ? [{ address, ...article }] : [];
      }),
    );
    return searchIndex(
      pages.flat(),
      references.flatMap(({ reference }) => reference.operations),
    );
  }

  const made: Readonly<Record<string, () => Promise<string | Buffer>>> = {
    'site.css': async () => (await browser()).style,
    'site.js': async () => (await browser()).script,
    'theme.js': async () => (await browser()).theme,
    'icon.svg': async () => textOf('site/icon.svg'),
    'search-index.js': searched,
    'openapi.json': () => compact('docs/openapi.json'),
    'vault-openapi.json': () => compact('docs/vault-openapi.json'),
    'collection.tar.gz': packedCollection,
  };

  return {
    article: articleOf,
    async addresses() {
      const documents = (await documentPaths()).flatMap((file) => addressOf(file) ?? []);
      const operations = references.flatMap(({ reference }) => reference.addresses);
      const assets = (await linkedFiles(articleOf)).filter((one) => !Object.hasOwn(made, one));
      return [...documents, ...operations, ...Object.keys(made), ...assets];
    },
    async file(address) {
      const extension = address.slice(address.lastIndexOf('.') + 1);
      const contentType = ownMember(contentTypes, extension);
      const isBelow = !address.split('/').includes('..');
      if (contentType === undefined || !isBelow) return undefined;
      const body =
        (await ownMember(made, address)?.()) ??
        (extension === 'html' ? await pageAt(address) : await fileOf(`docs/${address}`));
      return body === undefined ? undefined : { contentType, body };
    },
  };
}

/** The pages of both APIs. */
function readReferences(highlight: Highlight) {
  const described = [
    { title: 'API', folder: 'api', file: 'docs/openapi.json' },
    { title: 'Vault API', folder: 'vault-api', file: 'docs/vault-openapi.json' },
  ];
  return Promise.all(
    described.map(async ({ title, folder, file }) => {
      const description = descriptionOf(await textOf(file));
      const inline = inlineMarkdown;
      return { title, reference: referenceOf({ description, folder, highlight, inline }) };
    }),
  );
}

async function documentAt(address: string): Promise<string | undefined> {
  return (await documentPaths()).find((file) => addressOf(file) === address);
}

/** The list beside a page: its folder's index, else the index of all docs. */
async function placeOf(address: string): Promise<Place> {
  const own = `docs/${posix.dirname(address)}/README.md`;
  const index = (await documentPaths()).includes(own) ? own : 'docs/README.md';
  return { part: 'Docs', groups: navigationOf(await textOf(index), index) };
}

/** Files of `docs/` that pages show or link: pictures, descriptions, commands. */
async function linkedFiles(articleOf: Site['article']): Promise<readonly string[]> {
  const linked = await Promise.all(
    (await documentPaths()).map(async (file) => {
      const html = (await articleOf(file))?.html ?? '';
      const from = posix.dirname(addressOf(file) ?? '');
      return [...html.matchAll(/\b(?:src|srcset|href)="([^":#]+\.(?:png|svg|json|sh))"/g)].map(
        ([, target = '']) => posix.join(from, target),
      );
    }),
  );
  return [...new Set(linked.flat())];
}

/** The collection for Bruno as an archive: a folder with a request for each operation. */
async function packedCollection(): Promise<Buffer> {
  const [ofSwitch, vault] = await Promise.all([
    textOf('docs/openapi.json'),
    textOf('docs/vault-openapi.json'),
  ]);
  return gzipSync(archiveOf('turnout-collection', collectionFiles({ switch: ofSwitch, vault })));
}

/** A description without the spaces that make it readable in the repository. */
const compact = async (file: string) => JSON.stringify(JSON.parse(await textOf(file)));
