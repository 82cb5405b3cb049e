import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pages } from 'turnout:pages';
import { stop as stopBundler } from 'esbuild';
import inventory from '#vault/pages/script-inventory.json' with { type: 'json' };
import { brands } from '#vocabulary/card-networks/brands.ts';
import { bundlePages } from '../../../../tools/bundle/bundle-pages.ts';

describe('the inventory of our scripts in browsers', () => {
  afterAll(() => stopBundler());

  // A change of a script needs a change here: its new hash goes into the inventory in the same
  // commit.
  it('the script inventory has every file with the hash of its bytes, and a reason for it', () => {
    const built = Object.fromEntries(
      Object.entries(pages).map(([name, { contentType, integrity }]) => [
        `${name}.${contentType.startsWith('text/css') ? 'css' : 'js'}`,
        integrity,
      ]),
    );
    expect(Object.fromEntries(inventory.map((one) => [one.file, one.integrity]))).toEqual(built);
    for (const { purpose, justification } of inventory) {
      expect(purpose).toMatch(/\.$/);
      expect(justification).toMatch(/\.$/);
    }
  });

  it('the script inventory is built into the same bytes each time', async () => {
    expect(await bundlePages()).toEqual(pages);
  });

  it('the scripts are small enough for an immediate page: 30 kB with all that it loads, packed', () => {
    const { capture, show, frame, embed } = pages;
    const packed = (text: string) => gzipSync(text).length;
    expect(packed(capture.text) + packed(frame.text)).toBeLessThan(12_000);
    expect(packed(show.text) + packed(frame.text)).toBeLessThan(4_000);
    expect(packed(embed.text)).toBeLessThan(3_500);
  });

  it('the style has a mark for each brand, each below 1 KB', () => {
    const folder = join(import.meta.dirname, '../../../../shared/vault/pages/browser/marks');
    const known = brands.filter((one) => one !== 'unknown');
    expect(readdirSync(folder)).toEqual(
      known.map((brand) => `${brand.replace('_', '-')}.svg`).toSorted(),
    );
    for (const file of readdirSync(folder)) {
      expect(readFileSync(join(folder, file), 'utf8').length).toBeLessThan(1_000);
    }
    for (const brand of known) {
      expect(pages.frame.text).toMatch(
        new RegExp(`\\[data-brand="?${brand}"?\\]\\{background-image:url\\(`),
      );
    }
  });

  it('the scripts make no HTML of texts, run no texts and store nothing', () => {
    const { capture, show, embed } = pages;
    for (const { text } of [capture, show, embed]) {
      expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b/);
      expect(text).not.toMatch(/new Function|localStorage|sessionStorage|indexedDB|\.cookie/);
      expect(text).not.toMatch(/postMessage\([^)]*['"`]\*/);
    }
  });
});
