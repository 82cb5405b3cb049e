import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { writeContactSheet } from './contact-sheet.ts';
import { type PageServers, type Payer, payers, type Scene } from './page-scenes.ts';

const phone = { width: 390, height: 720, isMobile: true, shownWidth: 390 };
const desktop = { width: 1_280, height: 720, isMobile: false, shownWidth: 640 };
const screens = { phone, desktop } as const;
const themes = ['light', 'dark'] as const;

interface PagePictures {
  readonly servers: PageServers;
  readonly scenes: readonly Scene[];
  /** The folder of the pictures of one page each. */
  readonly singles: string;
  /** The folder of the sheets. */
  readonly sheets: string;
}

/**
 * Takes each page in four languages and both themes, on a phone and on a desktop. The pictures of
 * one page on one screen go into one sheet. Only the sheets that the documentation shows go to the
 * folder of the sheets; the others stay with the single pictures.
 */
export async function takePagePictures(
  browser: Browser,
  { servers, scenes, singles, sheets }: PagePictures,
): Promise<void> {
  for (const folder of [singles, sheets]) mkdirSync(folder, { recursive: true });
  for (const scene of scenes) {
    for (const name of ['phone', 'desktop'] as const) {
      const rows: string[][] = [];
      for (const theme of themes) {
        const row: string[] = [];
        for (const payer of payers) {
          const file = join(singles, `${scene.name}-${name}-${theme}-${payer.locale}.png`);
          await takePicture(browser, { servers, scene, screen: screens[name], theme, payer, file });
          row.push(file);
        }
        rows.push(row);
      }
      const isShown = scene.shownOn?.includes(name) ?? false;
      const sheet = join(isShown ? sheets : singles, `${scene.name}-${name}.png`);
      await writeContactSheet(browser, { rows, shownWidth: screens[name].shownWidth, file: sheet });
      console.log(sheet);
    }
  }
}

interface Picture {
  readonly servers: PageServers;
  readonly scene: Scene;
  readonly screen: (typeof screens)[keyof typeof screens];
  readonly theme: (typeof themes)[number];
  readonly payer: Payer;
  readonly file: string;
}

async function takePicture(
  browser: Browser,
  { servers, scene, screen: { width, height, isMobile }, theme, payer, file }: Picture,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height },
    isMobile,
    hasTouch: isMobile,
    colorScheme: theme,
    locale: payer.locale,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    await page.goto(await scene.address(servers, payer));
    await scene.act?.(page);
    await page.locator(scene.complete).first().waitFor();
    if (scene.hasForm) await page.frameLocator('iframe').locator('#card_number').waitFor();
    // A browser draws no frame of another origin outside the window, so the window grows.
    const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
    await page.setViewportSize({ width, height: Math.max(height, whole) });
    // The frame gets its height from the form's first message.
    await page.waitForTimeout(300);
    await page.screenshot({ path: file, fullPage: true, caret: 'hide' });
  } finally {
    await context.close();
  }
}
