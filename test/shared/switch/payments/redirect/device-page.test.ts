import type { Browser, Page } from 'playwright-core';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { devicePage, longestCollectionMs } from '#switch/payments/redirect/device-page.ts';
import { inBrowser, launchBrowser } from '../../../vault/pages/a-browser.ts';

const collector = 'https://collect.example';
const next = 'https://switch.example/complete?page_token=abc';

/** A page of the collector that sends these messages to the page around it. */
const telling = (...messages: readonly unknown[]) =>
  `<script>for(const one of ${JSON.stringify(messages)})parent.postMessage(one,'*')</script>`;

const completed = (more: object = {}) =>
  JSON.stringify({ MessageType: 'profile.completed', Status: true, ...more });

inBrowser('the page that describes the device, in a browser', () => {
  let browser: Browser;
  let page: Page;
  /** The forms that the collector got. */
  let posted: (string | null)[];
  /** What the browser refused or failed to do. */
  let complaints: string[];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    [posted, complaints] = [[], []];
  });
  afterEach(() => page.context().close());

  /** Opens the page where the collector answers so; resolves as soon as it is drawn. */
  async function open(
    answer: string,
    form: Partial<Parameters<typeof devicePage>[0]> = {},
    { scripts = true } = {},
  ): Promise<void> {
    const context = await browser.newContext({ javaScriptEnabled: scripts });
    page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    const shown = devicePage(
      {
        url: `${collector}/V2/Collect`,
        fields: { JWT: 'a.b.c', action: 'x', submit: 'y' },
        ...form,
      },
      next,
      'en',
    );
    const send = ({ headers, body }: Pick<RawResponse, 'headers' | 'body'>) => ({ headers, body });
    const html = { 'content-type': 'text/html' };
    await context.route('**/*', (route) => {
      const { origin, pathname } = new URL(route.request().url());
      if (origin === collector) {
        posted.push(route.request().postData());
        return route.fulfill(send({ headers: html, body: answer }));
      }
      return pathname === '/start'
        ? route.fulfill(send(shown))
        : route.fulfill(send({ headers: html, body: '<p>Gone on</p>' }));
    });
    await page.clock.install();
    await page.goto('https://switch.example/start', { waitUntil: 'commit' });
  }

  const goneOn = () => page.waitForURL(/complete/).then(() => new URL(page.url()).searchParams);

  it('the page that describes the device posts its form into a hidden frame, and goes on once that has finished', async () => {
    await open(telling(completed({ SessionId: '0_57f063fd' })));
    expect(Object.fromEntries(await goneOn())).toEqual({ page_token: 'abc', step: 'device' });
    expect(posted).toEqual(['JWT=a.b.c&action=x&submit=y']);
    expect(complaints).toEqual([]);
  });

  it('the page that describes the device brings back the member that its processor needs, and nothing else', async () => {
    await open(telling(completed({ SessionId: '0_57f063fd-d4e5', Other: 'x' })), {
      brings: 'SessionId',
    });
    expect(Object.fromEntries(await goneOn())).toEqual({
      page_token: 'abc',
      step: 'device',
      SessionId: '0_57f063fd-d4e5',
    });
  });

  it.each([
    ['a text that is no id', completed({ SessionId: 'a&b=<c>' })],
    ['no text', completed({ SessionId: { a: 1 } })],
    ['the id of a description that failed', completed({ SessionId: 'x', Status: false })],
    ['a long text', completed({ SessionId: 'x'.repeat(65) })],
  ])('the page that describes the device goes on without %s', async (_, message) => {
    await open(telling(message), { brings: 'SessionId' });
    expect(Object.fromEntries(await goneOn())).toEqual({ page_token: 'abc', step: 'device' });
  });

  it('the page that describes the device goes on after ten seconds of silence, and not before', async () => {
    await open(telling('no JSON', '{"MessageType":"profile.begun"}', null, 'null', 7));
    await page.frameLocator('iframe').locator('script').waitFor({ state: 'attached' });
    await page.clock.runFor(longestCollectionMs - 1);
    expect(page.url()).toBe('https://switch.example/start');
    await page.clock.runFor(1);
    expect(Object.fromEntries(await goneOn())).toEqual({ page_token: 'abc', step: 'device' });
  });

  it('the page that describes the device hears no other origin', async () => {
    await open('', { brings: 'SessionId' });
    await page.frameLocator('iframe').locator('body').waitFor({ state: 'attached' });
    const own = JSON.stringify(completed({ SessionId: 'own' }));
    await page.evaluate(`postMessage(${own}, '*')`);
    await page.clock.runFor(longestCollectionMs - 1);
    expect(page.url()).toBe('https://switch.example/start');
  });

  it('the page that describes the device is left by a link where no scripts run', async () => {
    await open('', {}, { scripts: false });
    const link = page.getByRole('link', { name: 'Continue' });
    await link.click();
    expect(Object.fromEntries(await goneOn())).toEqual({ page_token: 'abc', step: 'device' });
  });
});
