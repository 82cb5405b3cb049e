import { existsSync } from 'node:fs';

/**
 * Where a browser of the Chromium family usually is, by platform; the best one first. The headless
 * shell draws pages and no window, which takes a third of the CPU time.
 */
const usualPaths: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    ...['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'],
    ...['/usr/bin/google-chrome-stable', '/usr/bin/google-chrome'],
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
};

/** The Chromium to use: the one that CHROMIUM names, or the first one found; undefined without. */
export function chromiumPath(
  platform: NodeJS.Platform = process.platform,
  named = process.env.CHROMIUM,
  exists: (file: string) => boolean = existsSync,
): string | undefined {
  const paths = named ? [named] : (usualPaths[platform] ?? []);
  return paths.find(exists);
}

/** The sentence for a machine without one. */
export const noChromium = (
  platform: NodeJS.Platform = process.platform,
  named = process.env.CHROMIUM,
): string =>
  named
    ? `There is no Chromium at ${named}, which CHROMIUM names.`
    : `There is no Chromium at ${usualPaths[platform]?.[0] ?? 'a usual place'}; CHROMIUM names one.`;
