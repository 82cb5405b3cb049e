import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStages } from '../../bench/start-stages.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'turnout-start-stages-'));
afterAll(() => rmSync(directory, { recursive: true }));

function aFunction(name: string, code: string) {
  const folder = path.join(directory, name);
  mkdirSync(folder);
  const file = path.join(folder, 'index.cjs');
  writeFileSync(file, code);
  return { name, file, environment: { AWS_REGION: 'eu-west-1' }, event: {} };
}

it('a start under AWS’s runtime client is measured in five stages, and over its empty handler', async () => {
  const stages = await startStages(directory);
  await stages.measure(aFunction('small', 'exports.handler = async () => ({});'));
  const rows = stages.report().match(/^\| .* \| +-?[\d.]+ \| +-?\d+ % \| +-?[\d.]+ \|$/gm);
  expect(rows?.map((row) => row.split(' ')[1])).toEqual([
    'Node.js',
    'AWS’s',
    'HTTP,',
    'reading',
    'our',
  ]);
  expect(stages.report()).toMatch(/over its empty handler: [\d.]+ × at the median/);
});

it('a function that AWS’s runtime client cannot load is named by its folder', async () => {
  const stages = await startStages(directory);
  const broken = aFunction('broken', 'throw new Error("It does not load.");');
  await expect(stages.measure(broken)).rejects.toThrow(path.dirname(broken.file));
});
