import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../docs/pictures');
const drawings = globSync('*.svg', { cwd: folder }).sort();
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

it('a drawing exists of the architecture and of the way of a payment', () => {
  expect(drawings).toEqual(expect.arrayContaining(['architecture.svg', 'payment.svg']));
});

it.each(drawings)('the drawing %s has words for readers who do not see it', (name) => {
  expect(read(name)).toMatch(/<title id="title">[^<]{10,}<\/title>/);
  expect(read(name)).toMatch(/<desc id="desc">[^<]{100,}<\/desc>/);
  expect(read(name)).toContain('role="img" aria-labelledby="title desc"');
});

it.each(drawings)('the drawing %s has colours for dark pages, and loads nothing', (name) => {
  expect(read(name)).toContain('@media (prefers-color-scheme: dark)');
  expect(read(name).replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
    /https?:|@import|@font-face|<script|<image|href=/,
  );
  expect(Buffer.byteLength(read(name))).toBeLessThan(20_000);
});
