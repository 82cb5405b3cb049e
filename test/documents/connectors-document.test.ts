import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allAbouts } from '#connectors/abouts.ts';
import {
  connectorsDocument,
  connectorsFile,
  readmeDocument,
  readmeFile,
} from '../../scripts/documents/connectors-document.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8');
const real = allAbouts().filter(({ addresses }) => addresses);

it('the table of connectors in the documents equals the output of npm run connectors', () => {
  const page = read(connectorsFile);
  expect(connectorsDocument(page)).toBe(page);
  const readme = read(readmeFile);
  expect(readmeDocument(readme)).toBe(readme);
});

it('the README names every processor that takes real money, and so does the table', () => {
  for (const { name, displayName } of real) {
    expect(read(readmeFile)).toContain(displayName);
    expect(read(connectorsFile)).toContain(`${displayName} (\`${name}\`)`);
  }
});

it('a page without a place for the table is refused', () => {
  expect(() => connectorsDocument('# Connectors')).toThrow('no place for what is written');
});
