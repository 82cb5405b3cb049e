import { frontPageAnswer, isBrowserAtRoot } from '../../../local/http/front-page.ts';
import { frontPage } from '../../../scripts/start/front-page.ts';
import { type Fixture, type Started, startFixture, synthesizeFixture } from '../fixture-app.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const request = (method: string, url: string, accept?: string) => ({
  method,
  url,
  headers: { accept },
});
const places = { console: 'http://127.0.0.1:3004', shop: 'http://127.0.0.1:3003' };

it.each([
  ['GET', '/', browser, true],
  ['GET', '/?utm=1', browser, true],
  ['GET', '/', '*/*', false],
  ['GET', '/', 'application/json', false],
  ['GET', '/', undefined, false],
  ['HEAD', '/', browser, false],
  ['POST', '/', browser, false],
  ['GET', '/payments', browser, false],
  ['GET', '//', browser, false],
])('a request %s %s that accepts %s opens the front page: %s', (method, url, accept, isOpened) => {
  expect(isBrowserAtRoot(request(method, url, accept))).toBe(isOpened);
});

it('the front page links the console, its docs and the shop, and runs no script', () => {
  const page = frontPage(places);
  if (!page) throw new Error('There is no page.');
  const { status, headers, body } = frontPageAnswer(page);
  const links = [...body.toString().matchAll(/href="(http[^"]+)">([^<]+)</g)];
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(links.map(([, url, name]) => [name, url])).toEqual([
    ['Console', 'http://127.0.0.1:3004/'],
    ['Docs', 'http://127.0.0.1:3004/docs/'],
    ['Example shop', 'http://127.0.0.1:3003/'],
  ]);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

it('the front page names only pages that are served, and is absent without any', () => {
  expect(frontPage({ ...places, shop: undefined })?.links.map(({ name }) => name)).toEqual([
    ...['Console', 'Docs'],
  ]);
  expect(frontPage({ ...places, console: undefined })?.links).toHaveLength(1);
  expect(frontPage({ console: undefined, shop: undefined })).toBeUndefined();
});

it('the front page shows texts as text, and not as markup', () => {
  const hostile = '<script>"&';
  const link = { url: hostile, name: hostile, about: hostile };
  const { body } = frontPageAnswer({ title: hostile, about: hostile, links: [link] });
  expect(body.toString()).not.toContain('<script');
  expect(body.toString()).toContain('href="&lt;script>&quot;&amp;"');
});

describe('an assembly with a front page', () => {
  let fixture: Fixture;
  let started: Started;
  beforeAll(async () => {
    fixture = synthesizeFixture();
    started = await startFixture(fixture, { frontPage: () => frontPage(places) });
  });
  afterAll(async () => {
    await started.assembly.stop();
    fixture.remove();
  });

  it('only a browser at the address of an API gets the front page, and programs its answer', async () => {
    const ask = (path: string, accept: string) =>
      fetch(`${started.url}${path}`, { headers: { accept } });
    const page = await ask('/', browser);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Console')]);
    const [before, other] = await Promise.all([ask('/', '*/*'), ask('/nowhere', browser)]);
    for (const answer of [before, other]) {
      expect([answer.status, await answer.text()]).toEqual([404, '{"message":"Not Found"}']);
    }
  });
});
