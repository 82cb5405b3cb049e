import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { chromiumPath, noChromium } from '../../../../tools/tests/chromium.ts';

const executablePath = chromiumPath();

/** `describe`, where there is a browser; otherwise one line that names the skipped tests. */
export function inBrowser(what: string, tests: () => void): void {
  if (executablePath === undefined) console.warn(`Skipped: ${what}. ${noChromium()}`);
  (executablePath !== undefined ? describe : describe.skip)(what, tests);
}

export const browserOptions: LaunchOptions = {
  ...(executablePath !== undefined && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** @param args further arguments of the browser */
export const launchBrowser = ({ args = [] }: Pick<LaunchOptions, 'args'> = {}): Promise<Browser> =>
  chromium.launch({ ...browserOptions, args: [...(browserOptions.args ?? []), ...args] });
