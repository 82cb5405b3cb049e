import { globSync } from 'node:fs';
import path from 'node:path';
import { leftOut } from '../../tools/nightly-suites.ts';

const root = path.join(import.meta.dirname, '..', '..');
const nightly = globSync('test/nightly/*.test.ts', { cwd: root }).map((file) => `${root}/${file}`);
const isLeftOut = (file: string, named: readonly string[]) =>
  leftOut(named).some((pattern) => new RegExp(pattern).test(file));

describe('a suite of the night', () => {
  it('a suite of the night runs where it is named, as npm run nightly names it', () => {
    expect(nightly.length).toBeGreaterThan(0);
    for (const file of nightly) {
      expect([file, isLeftOut(file, ['jest.js', 'test/nightly/taken-grants'])]).toEqual([
        file,
        false,
      ]);
      expect([file, isLeftOut(file, ['jest.js', path.join(root, 'test/nightly')])]).toEqual([
        file,
        false,
      ]);
    }
  });

  it('a suite of the night that is about anything but grants is left out of a run of all suites', () => {
    expect(isLeftOut(`${root}/test/nightly/something.test.ts`, ['jest.js'])).toBe(true);
  });

  it('every suite of the day is part of a run of all suites', () => {
    for (const file of globSync('test/**/*.test.ts', { cwd: root })) {
      if (file.startsWith('test/nightly/')) continue;
      expect([file, isLeftOut(`${root}/${file}`, ['jest.js'])]).toEqual([file, false]);
    }
  });
});
