import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const Manifest = v.object({ optionalDependencies: v.record(v.string(), v.string()) });

it('runs on the Node.js that the functions run on', () => {
  expect(process.versions.node.split('.')[0]).toBe('24');
});

it('brings one and the same Node.js for every platform', () => {
  const file = new URL('../../package.json', import.meta.url);
  const { optionalDependencies } = v.parse(Manifest, JSON.parse(readFileSync(file, 'utf8')));
  const versions = Object.entries(optionalDependencies)
    .filter(([name]) => name.startsWith('node-'))
    .map(([, version]) => version);
  expect(versions.length).toBeGreaterThan(0);
  expect(new Set(versions)).toEqual(new Set(['24.21.0']));
});
