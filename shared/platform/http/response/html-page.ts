import { createHash } from 'node:crypto';
import { ownMember } from '../../own-member.ts';
import { type RawResponse, rawResponse } from './raw-response.ts';

interface HtmlPage {
  /** 200 unless stated. */
  readonly status?: number;
  readonly title: string;
  /** Language of the text as HTML names it; English by default. */
  readonly language?: string;
  /** The direction of the text; left to right by default. */
  readonly direction?: 'ltr' | 'rtl';
  /**
   * HTML in which every foreign text went through `escaped`. It follows the heading, unless it is a
   * function that places the heading itself.
   */
  readonly content: string | ((heading: string) => string);
  /** The class of the page's `main`. */
  readonly layout?: string;
  /** The only style and the only script that a browser applies on this page. */
  readonly style?: string;
  readonly script?: string;
  /** The page's icon, as SVG. */
  readonly icon?: string;
  /** Origins of images, or `data:`; a page without any shows none. */
  readonly images?: readonly string[];
  /** Directives of the page's Content-Security-Policy beside the common ones. */
  readonly policy?: readonly string[];
}

/**
 * A page for customers. No cache stores it, and browsers send its URL to no other site, because the
 * URL may name a payment. Its policy names style and script by their hashes, so nothing else runs.
 */
export const htmlPage = (page: HtmlPage): RawResponse =>
  rawResponse({
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(page),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body: `<!doctype html>
<html lang="${page.language ?? 'en'}"${page.direction === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escaped(page.title)}</title>
${page.icon === undefined ? '' : `<link rel="icon" href="${iconOf(page.icon)}">\n`}${page.style === undefined ? '' : `<style>${page.style}</style>\n`}</head>
<body>
<main${page.layout === undefined ? '' : ` class="${page.layout}"`}>
${contentOf(page)}
</main>
${page.script === undefined ? '' : `<script>${page.script}</script>\n`}</body>
</html>
`,
  });

function contentOf({ title, content }: HtmlPage): string {
  const heading = `<h1>${escaped(title)}</h1>`;
  return typeof content === 'string' ? `${heading}\n${content}` : content(heading);
}

const policyOf = ({ style, script, icon, images = [], policy = [] }: HtmlPage) =>
  [
    "default-src 'none'",
    ...(style === undefined ? [] : [`style-src ${hashOf(style)}`]),
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    ...imagePolicy(icon === undefined ? images : ['data:', ...images]),
    "base-uri 'none'",
    ...policy,
  ].join('; ');

const imagePolicy = (sources: readonly string[]) =>
  sources.length > 0 ? [`img-src ${[...new Set(sources)].join(' ')}`] : [];

const iconOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The hash with which a Content-Security-Policy allows an inline style or script. */
export const hashOf = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, between tags or in a quoted attribute. */
export const escaped = (value: string) =>
  value.replace(/[&<>"']/g, (one) => ownMember(entities, one) ?? one);
