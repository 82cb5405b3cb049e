import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const majorOf = (version: string) => Number(version.split('.')[0]);

it('the tests run on Node.js 24, on which the functions run, or on a newer one', () => {
  expect(majorOf(process.versions.node)).toBeGreaterThanOrEqual(24);
});

it('the Node.js that an older one fetches is 24 or newer on every platform', () => {
  const Entries = v.record(v.string(), v.object({ version: v.string() }));
  const file = new URL('../../tools/launch/npm-files.json', import.meta.url);
  const entries = Object.entries(v.parse(Entries, JSON.parse(readFileSync(file, 'utf8'))));
  const versions = entries.filter(([name]) => name.startsWith('node-'));
  expect(versions).toHaveLength(4);
  for (const [, { version }] of versions) expect(majorOf(version)).toBeGreaterThanOrEqual(24);
});
