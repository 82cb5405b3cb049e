import { escaped, hashOf } from '#platform/http/response/html-page.ts';
import { type RawResponse, rawResponse } from '#platform/http/response/raw-response.ts';
import { directionOf, type Language } from '#vocabulary/page-texts/languages.ts';
import type { BuiltFile } from './built-pages.ts';

/** The pages' URL, and the origins that may embed them. */
export interface PageSite {
  /** The vault's URL for browsers, without a trailing slash. */
  readonly url: string;
  /** Whether loopback pages may embed ours without https. */
  readonly loopbackAllowed: boolean;
}

interface PageDocument {
  /** 200 unless stated. */
  readonly status?: number;
  readonly language: Language;
  readonly title: string;
  /** HTML, in which `escaped` has escaped all foreign text. */
  readonly content: string;
  /** Settings for the page's script, by name. */
  readonly settings: Readonly<Record<string, string | undefined>>;
  readonly script: BuiltFile;
  readonly style: BuiltFile;
  /** Declarations after the style, which have the appearance that the merchant chose. */
  readonly appearanceCss?: string | undefined;
  /** Whether the page around the frame shows through. */
  readonly isSeeThrough?: boolean;
  readonly site: PageSite;
  /** The only origin that may embed the page; absent when every https origin may. */
  readonly origin?: string | undefined;
  /** Further origins, whose pages may frame the page that embeds this one. */
  readonly ancestors?: readonly string[] | undefined;
  /** Headers beside those of every page; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A page in a frame of another site. The browser runs only one script and one style of ours, by
 * name and by hash, and the declarations of an appearance, by hash. It sends no site the page's URL, because the URL had a token.
 */
export function pageDocument(page: PageDocument): RawResponse {
  const { language, title, content, settings, script, style, appearanceCss, site } = page;
  const asset = ({ file }: BuiltFile) => escaped(`${site.url}/assets/${file}`);
  const data = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [` data-${dashed(name)}="${escaped(value)}"`],
  );
  return rawResponse({
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(page),
      'referrer-policy': 'no-referrer',
      'permissions-policy': permissions,
      // A merchant's page may require this header of all that it embeds; our page requires it of
      // its own files.
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      ...page.headers,
    },
    body: `<!doctype html>
<html lang="${language}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${asset(style)}" integrity="${style.integrity}" crossorigin="anonymous">
<script src="${asset(script)}" integrity="${script.integrity}" crossorigin="anonymous" defer></script>${appearanceCss === undefined ? '' : `\n<style>${appearanceCss}</style>`}
</head>
<body${page.isSeeThrough ? ' class="see-through"' : ''}>
<main id="page"${data.join('')}>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`,
  });
}

/** The name of a setting in a `data-` attribute: `cardNumber` is `card-number`. */
const dashed = (name: string) => name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`);

const policyOf = (page: PageDocument) => {
  const { script, style, appearanceCss, site, origin, ancestors = [] } = page;
  return [
    "default-src 'none'",
    `script-src ${site.url}/assets/${script.file}`,
    `style-src ${site.url}/assets/${style.file}${appearanceCss === undefined ? '' : ` ${hashOf(appearanceCss)}`}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origin ? [origin, ...ancestors].join(' ') : unboundAncestors(site)}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
};

const unboundAncestors = ({ loopbackAllowed }: PageSite) =>
  loopbackAllowed ? 'https: http://127.0.0.1:* http://localhost:*' : 'https:';

const permissions = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');
