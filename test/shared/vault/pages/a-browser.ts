import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';

/** `describe`, where there is a browser; otherwise one line that says what was skipped. */
export function inBrowser(what: string, tests: () => void): void {
  const hasBrowser = existsSync(executablePath);
  if (!hasBrowser)
    console.warn(`Skipped: ${what}. There is no ${executablePath}; CHROMIUM names one.`);
  (hasBrowser ? describe : describe.skip)(what, tests);
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
