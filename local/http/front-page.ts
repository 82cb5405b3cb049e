import { createHash } from 'node:crypto';
import { ownMember } from '../own-member.ts';
import { type ApiRequest, type HttpAnswer, splitUrl } from './http-event.ts';

/** A page of links for a browser at an API's address. */
export interface FrontPage {
  readonly title: string;
  /** A sentence about the API. */
  readonly about: string;
  readonly links: readonly FrontPageLink[];
}

interface FrontPageLink {
  readonly url: string;
  readonly name: string;
  readonly about: string;
}

/** Whether a browser opens the address of an API itself. No API of this repository has that route. */
export const isBrowserAtRoot = ({
  method,
  url = '/',
  headers,
}: Pick<ApiRequest, 'headers' | 'method' | 'url'>): boolean =>
  method === 'GET' && splitUrl(url).path === '/' && headers.accept?.includes('text/html') === true;

/** The page as an answer. It has no script, and one style. */
export function frontPageAnswer(page: FrontPage): HttpAnswer {
  const body = Buffer.from(documentOf(page));
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    cookies: [],
    body,
  };
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 12vh auto 0; padding: 0 1.25rem; color: light-dark(#1a212b, #e4e9f0); background: light-dark(#f6f7f9, #0e1116); }
h1 { font-size: 1.4rem; margin: 0 0 0.5rem; }
p, dl, dd { margin: 0; }
dl { margin-top: 1.5rem; border: 1px solid light-dark(#e1e5ea, #262e39); border-radius: 10px; background: light-dark(#fff, #151a21); }
dl > div { padding: 0.8rem 1rem; }
dl > div + div { border-top: 1px solid light-dark(#e1e5ea, #262e39); }
a { color: light-dark(#3450c8, #93a8ff); font-weight: 600; overflow-wrap: anywhere; }
dd { color: light-dark(#586271, #97a3b3); }
`;

const documentOf = ({ title, about, links }: FrontPage) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(about)}</p>
<dl>
${links.map(linkOf).join('\n')}
</dl>
</main>
</body>
</html>
`;

const linkOf = ({ url, name, about }: FrontPageLink) =>
  `<div><dt><a href="${escaped(url)}">${escaped(name)}</a></dt><dd>${escaped(about)}</dd></div>`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

const escaped = (text: string) =>
  text.replaceAll(/[&<"]/g, (sign) => ownMember(escapes, sign) ?? sign);
