import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The findings of axe in a page or a frame. Its script runs past the policy of the page. */
export async function axeFindings(
  place: Page | Frame,
  options: { readonly iframes?: boolean; readonly rules?: object } = {},
): Promise<readonly string[]> {
  await place.evaluate(axe);
  return place.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(
      ({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join(' ')))`,
  );
}
