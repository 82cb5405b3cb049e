import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { publishedAbouts } from '#connectors/abouts.ts';
import { root, textOf } from '../support/documents/documentation.ts';

const processors = publishedAbouts().flatMap(({ name, addresses }) => (addresses ? [name] : []));

/** The files of the guide's last list, from the root: a name alone is in the folder before it. */
const listed = [...sectionOf('All files of a processor').matchAll(/^\| (`[^|]*) \|/gm)].flatMap(
  ([, cell = '']) => {
    let folder = '';
    return [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => {
      if (file.includes('/') || folder === '') folder = dirname(file);
      return file.includes('/') || folder === '.' ? file : `${folder}/${file}`;
    });
  },
);

function sectionOf(title: string): string {
  const [, section = ''] = textOf('docs/adding-a-connector.md').split(`### ${title}\n`);
  return section.split('\n## ')[0] ?? '';
}

it('the guide lists the files that a first version of a processor takes: they exist, and are at most 20', () => {
  const [own, tests] = ['shared/connectors/mollie', 'test/shared/connectors/mollie'];
  const folders = globSync([`${own}/*`, `${tests}/*`], { cwd: root });
  const ofExample = listed.filter((file) => /\/mollie\//.test(file));
  expect(ofExample.length).toBeGreaterThan(10);
  expect(folders).toEqual(expect.arrayContaining(ofExample));
  expect(listed.length).toBeLessThanOrEqual(20);
});

/** All names of the Hyperswitch v1 API, whether we have their processors or not. */
const ofHyperswitch = ['shared/vocabulary/connectors.ts', 'test/api-rules/connector-names.test.ts'];

it('no file but the built lists has a line for each processor', () => {
  const sources = globSync('{bench,bin,functions,lib,local,scripts,shared,test,tools}/**/*.ts', {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  });
  const naming = sources.filter((file) => {
    const words = new Set(textOf(file).match(/\w+/g));
    return processors.every((name) => words.has(name));
  });
  const byHand = naming.filter((file) => !file.includes('/built/'));
  expect(byHand.sort()).toEqual([...ofHyperswitch].sort());
});
