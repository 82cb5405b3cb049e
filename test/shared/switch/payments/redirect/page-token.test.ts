import { isPageToken, type Page, withPageToken } from '#switch/payments/redirect/page-token.ts';

const owner = {
  merchantId: 'merchant_example',
  id: 'pay_1',
  clientSecret: 'pay_1_secret_0123456789abcdefghij',
};
const pages: readonly Page[] = ['start', 'return', 'authorize', 'link'];
const tokenOf = (one = owner, page: Page = 'return', facts: readonly string[] = ['pay_1_1', 'a']) =>
  new URL(withPageToken('https://switch.test/a?locale=en', one, page, facts)).searchParams.get(
    'page_token',
  ) ?? '';

describe('the token of a page', () => {
  it("a page's token is added to the URL as it is, and is the same every time", () => {
    expect(withPageToken('https://switch.test/a', owner, 'start', ['pay_1_1'])).toMatch(
      /^https:\/\/switch\.test\/a\?page_token=[\w-]{22}$/,
    );
    expect(withPageToken('https://switch.test/a?locale=en', owner, 'link', [])).toMatch(
      /^https:\/\/switch\.test\/a\?locale=en&page_token=[\w-]{22}$/,
    );
    expect(tokenOf()).toBe(tokenOf());
  });

  it("a page's token differs by page, payment, merchant, secret, attempt and connector", () => {
    const tokens = [
      ...pages.map((page) => tokenOf(owner, page)),
      tokenOf({ ...owner, merchantId: 'merchant_other' }),
      tokenOf({ ...owner, id: 'pay_2' }),
      tokenOf({ ...owner, clientSecret: 'pay_1_secret_0123456789abcdefghik' }),
      tokenOf(owner, 'return', ['pay_1_2', 'a']),
      tokenOf(owner, 'return', ['pay_1_1', 'b']),
      tokenOf(owner, 'return', ['pay_1_1a']),
    ];
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it("a page's token opens its own page and no other", () => {
    const opened = pages.filter((page) => isPageToken(tokenOf(), owner, page, ['pay_1_1', 'a']));
    expect(opened).toEqual(['return']);
  });

  it.each([
    ['a member that the processor adds with a second question mark', (one: string) => `${one}?a=b`],
    ['itself once more', (one: string) => `${one},${one}`],
  ])("a page's token opens it followed by %s", (_, changed) => {
    expect(isPageToken(changed(tokenOf()), owner, 'return', ['pay_1_1', 'a'])).toBe(true);
  });

  it.each([
    ['nothing', () => undefined],
    ['an empty text', () => ''],
    ['a character less', (one: string) => one.slice(1)],
    ['a character more', (one: string) => `${one}a`],
    ['another character', (one: string) => `${one.startsWith('A') ? 'B' : 'A'}${one.slice(1)}`],
    ['something in front', (one: string) => `,${one}`],
  ])("a page's token does not open it as %s", (_, changed) => {
    expect(isPageToken(changed(tokenOf()), owner, 'return', ['pay_1_1', 'a'])).toBe(false);
  });
});
