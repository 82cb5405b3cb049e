import { isOfOwnPage, refusalOf } from '../../console/request-guard.ts';

const port = 3004;
const own = { host: `127.0.0.1:${port}` };

describe('a request to the console', () => {
  it.each([
    ['by address', own],
    ['by name', { host: `localhost:${port}` }],
    ['of its own page', { ...own, origin: `http://127.0.0.1:${port}` }],
    ['of its own page, as browsers mark it', { ...own, 'sec-fetch-site': 'same-origin' }],
    ['typed into the browser', { ...own, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['by a link', { ...own, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ] as const)('a request to the console is answered: %s', (_, headers) => {
    expect(refusalOf({ method: 'GET', headers }, port)).toBeUndefined();
  });

  it.each([
    ['for a host name that another site pointed here', { host: `evil.example:${port}` }, 421],
    ['for another port', { host: '127.0.0.1:3000' }, 421],
    ['without a host', {}, 421],
    ['from another site', { ...own, origin: 'http://evil.example' }, 403],
    ['from another server of this machine', { ...own, origin: 'http://127.0.0.1:3003' }, 403],
    ['from a frame without an origin', { ...own, origin: 'null' }, 403],
    ['from another site, without its origin', { ...own, 'sec-fetch-site': 'cross-site' }, 403],
    ['from another port, without its origin', { ...own, 'sec-fetch-site': 'same-site' }, 403],
  ] as const)('a request to the console is refused: %s', (_, headers, status) => {
    expect(refusalOf({ method: 'GET', headers }, port)).toMatchObject({ status });
    expect(refusalOf({ method: 'POST', headers }, port)).toMatchObject({ status });
  });

  it('a request to the console with another method is refused', () => {
    expect(refusalOf({ method: 'DELETE', headers: own }, port)).toMatchObject({ status: 405 });
  });

  it("a request to the console is an order of the page only with the page's origin", () => {
    expect(isOfOwnPage({ headers: own })).toBe(false);
    expect(isOfOwnPage({ headers: { ...own, origin: 'http://127.0.0.1:3004' } })).toBe(true);
  });
});
