import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';

const run = promisify(execFile);

/** The distance between pictures, in pixels. */
const gap = 10;

interface ContactSheet {
  /** The files of the pictures, row by row. */
  readonly rows: readonly (readonly string[])[];
  /** The width of each picture on the sheet, in pixels. */
  readonly shownWidth: number;
  readonly file: string;
}

/** Writes one picture of many. */
export async function writeContactSheet(
  browser: Browser,
  { rows, shownWidth, file }: ContactSheet,
): Promise<void> {
  const columns = Math.max(...rows.map(({ length }) => length));
  const width = columns * shownWidth + (columns + 1) * gap;
  const page = await browser.newPage({ viewport: { width, height: 100 } });
  try {
    const images = rows.map(
      (row) => `<div>${row.map((one) => `<img src="${dataUrl(one)}">`).join('')}</div>`,
    );
    await page.setContent(`<!doctype html><style>
body{margin:0;padding:${gap}px;background:#8b93a1}
div{display:flex;gap:${gap}px;align-items:start}div+div{margin-top:${gap}px}
img{width:${shownWidth}px;display:block}</style>${images.join('')}`);
    await page.screenshot({ path: file, fullPage: true });
  } finally {
    await page.close();
  }
  await shrink(file);
}

const dataUrl = (file: string) => `data:image/png;base64,${readFileSync(file).toString('base64')}`;

/** Reduces the file's colours to 64, where pngquant is installed. */
async function shrink(file: string): Promise<void> {
  try {
    await run('pngquant', ['--force', '--output', file, '--strip', '--speed', '1', '64', file]);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) throw error;
  }
}
