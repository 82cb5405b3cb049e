import { createHash } from 'node:crypto';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { devicePage } from '#switch/payments/redirect/device-page.ts';
import { messagePage, postPage, startPage } from '#switch/payments/redirect/pages.ts';

const hostile = `"><script>alert(1)</script>'&`;
const back = {
  returnUrl: `https://shop.example/r?a=${encodeURIComponent('"')}&b=1`,
  params: [
    ['status', 'succeeded'],
    ['note', hostile],
  ],
  url: 'https://shop.example/r?a=%22&b=1&status=succeeded',
} as const;

const text = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
const fieldsOf = ({ body }: RawResponse) =>
  [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [text(name), text(value)],
  );
const formOf = ({ body }: RawResponse) => {
  const [, method, action = ''] =
    /<form id="payment_form" method="(\w+)" action="([^"]*)">/.exec(body) ?? [];
  return { method, action: text(action) };
};

const pages = [
  [
    'to the processor',
    startPage(
      new URL(`https://bank.example/3ds?${new URLSearchParams({ note: hostile })}`),
      undefined,
    ),
  ],
  [
    'to the processor by a form',
    startPage(new URL('https://bank.example/acs?step=1'), 'de', { PaReq: hostile, [hostile]: '' }),
  ],
  [
    'to the description of the device',
    devicePage(
      { url: 'https://collect.example/v1?a="', fields: { JWT: hostile, action: '' } },
      'https://switch.test/complete?page_token=x&y="',
      'fr',
    ),
  ],
  ['to the shop by a form', postPage(back, 'ar')],
  ['to the shop by a message', messagePage(back, 'en')],
] as const;

describe.each(pages)('the page that leads %s', (_, page) => {
  it('a redirect page runs only its own script and sends its URL nowhere', () => {
    const policy = page.headers['content-security-policy'] ?? '';
    for (const [tag, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ] as const) {
      const all = [...page.body.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))];
      expect(all).toHaveLength(1);
      const hash = createHash('sha256')
        .update(all[0]?.[1] ?? '')
        .digest('base64');
      expect(policy).toContain(`${directive} 'sha256-${hash}'`);
    }
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('a redirect page reads no input as HTML', () => {
    expect(page.body).not.toContain('<script>alert');
  });

  it('a redirect page works without a script', () => {
    expect(page.body).toMatch(/<button>[^<]+<\/button>|<a id="(?:return|next)" [^>]*>[^<]+<\/a>/);
  });
});

describe('the way to the processor', () => {
  it('the page to the processor passes the query on as fields, because a form has no other', () => {
    const page = startPage(new URL('https://bank.example/3ds?token=a%20b&token=2&x#there'), 'en');
    expect(formOf(page)).toEqual({ method: 'get', action: 'https://bank.example/3ds#there' });
    expect(fieldsOf(page)).toEqual([
      ['token', 'a b'],
      ['token', '2'],
      ['x', ''],
    ]);
  });

  it('the page to the processor posts a form that the processor requires, to the exact URL that it names', () => {
    const page = startPage(new URL('https://bank.example/acs?step=1'), 'de', {
      PaReq: hostile,
      MD: '',
    });
    expect(formOf(page)).toEqual({ method: 'post', action: 'https://bank.example/acs?step=1' });
    expect(fieldsOf(page)).toEqual([
      ['PaReq', hostile],
      ['MD', ''],
    ]);
  });

  it('the page to the processor is open to any host, but only by http', () => {
    const { headers } = startPage(new URL('https://bank.example/3ds'), 'en');
    expect(headers['content-security-policy']).toContain('form-action https: http:');
  });
});

describe('the way to the shop', () => {
  it('the page to the shop is a form with all of the status', () => {
    const page = postPage(back, 'ar');
    expect(formOf(page)).toEqual({ method: 'post', action: back.returnUrl });
    expect(fieldsOf(page)).toEqual(back.params);
  });

  it('the page to the shop is posted to the page that opened this one', () => {
    expect(text(messagePage(back, 'en').body)).toContain(
      `<a id="return" class="button" href="${back.url}"`,
    );
  });
});
