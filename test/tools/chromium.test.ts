import { chromiumPath, noChromium } from '../../tools/tests/chromium.ts';

/** The value of CHROMIUM where it names no browser, whatever it is for the tests. */
const unnamed = '';
const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

it.each([
  ['linux', ['/usr/bin/chromium', '/usr/bin/google-chrome'], '/usr/bin/chromium'],
  ['linux', ['/usr/bin/google-chrome'], '/usr/bin/google-chrome'],
  [
    'linux',
    ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'],
    '/usr/bin/chromium-headless-shell',
  ],
  ['darwin', [chrome], chrome],
  ['darwin', ['/usr/bin/chromium'], undefined],
  ['freebsd', ['/usr/bin/chromium'], undefined],
] as const)('on %s with %j, the browser for the pages is %s', (platform, installed, found) => {
  const exists = (file: string) => installed.some((one) => one === file);
  expect(chromiumPath(platform, unnamed, exists)).toBe(found);
});

it('CHROMIUM names the browser for the pages, and no other one is taken when it is missing', () => {
  expect(chromiumPath('linux', '/opt/chrome', () => true)).toBe('/opt/chrome');
  expect(chromiumPath('linux', '/opt/chrome', (file) => file !== '/opt/chrome')).toBe(undefined);
  expect(noChromium('linux', '/opt/chrome')).toBe(
    'There is no Chromium at /opt/chrome, which CHROMIUM names.',
  );
});

it('a Mac without a browser gets the path at which Chrome is searched for', () => {
  expect(noChromium('darwin', unnamed)).toBe(
    `There is no Chromium at ${chrome}; CHROMIUM names one.`,
  );
});
