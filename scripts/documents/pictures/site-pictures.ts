import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openSite, type Site } from '../../../site/open-site.ts';
import { writeContactSheet } from './contact-sheet.ts';

const screens = {
  phone: { width: 390, height: 844, isMobile: true, shownWidth: 390 },
  desktop: { width: 1_280, height: 800, isMobile: false, shownWidth: 640 },
} as const;

/** A page of the site in one state. */
interface SiteScene {
  readonly name: string;
  readonly address: string;
  /** A reader's first actions on the page. */
  act?(page: Page): Promise<void>;
}

const scenes: readonly SiteScene[] = [
  { name: 'index', address: 'index.html' },
  { name: 'guide', address: 'guides/accept-a-payment.html' },
  { name: 'operation', address: 'api/payments.create.html' },
  {
    name: 'search',
    address: 'index.html',
    async act(page) {
      await page.getByRole('combobox').fill('refund');
      await page.getByRole('option').first().waitFor();
    },
  },
];

/** An address that leads to the site's files in memory. */
const origin = 'http://site.invalid/';

interface SitePictures {
  /** The folder of the pictures of one page each. */
  readonly singles: string;
  /** The folder of the sheets. */
  readonly sheets: string;
}

/**
 * Takes pages of the documentation's site on a phone and on a desktop, light and dark. A sheet shows
 * all pictures of one screen.
 */
export async function takeSitePictures(
  browser: Browser,
  { singles, sheets }: SitePictures,
): Promise<void> {
  for (const folder of [singles, sheets]) mkdirSync(folder, { recursive: true });
  const site = await openSite();
  for (const name of ['phone', 'desktop'] as const) {
    const { shownWidth, ...screen } = screens[name];
    const rows: string[][] = [];
    for (const theme of ['light', 'dark'] as const) {
      const row: string[] = [];
      for (const scene of scenes) {
        const file = join(singles, `site-${scene.name}-${name}-${theme}.png`);
        await takePicture(browser, { site, scene, screen, theme, file });
        row.push(file);
      }
      rows.push(row);
    }
    const file = join(sheets, `site-${name}.png`);
    await writeContactSheet(browser, { rows, shownWidth, file });
    console.log(file);
  }
}

interface Picture {
  readonly site: Site;
  readonly scene: SiteScene;
  readonly screen: { readonly width: number; readonly height: number; readonly isMobile: boolean };
  readonly theme: 'light' | 'dark';
  readonly file: string;
}

async function takePicture(
  browser: Browser,
  { site, scene, screen: { width, height, isMobile }, theme, file }: Picture,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height },
    isMobile,
    hasTouch: isMobile,
    colorScheme: theme,
  });
  try {
    const page = await context.newPage();
    await page.route(`${origin}**`, async (route) => {
      const found = await site.file(new URL(route.request().url()).pathname.slice(1));
      await route.fulfill(found ?? { status: 404 });
    });
    await page.goto(new URL(scene.address, origin).href);
    await scene.act?.(page);
    await page.screenshot({ path: file, caret: 'hide' });
  } finally {
    await context.close();
  }
}
