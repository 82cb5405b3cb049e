import { escaped } from '../../http/html-page.ts';
import { type RawResponse, rawResponse } from '../../http/raw-response.ts';
import type { BuiltFile } from './built-pages.ts';
import type { Language } from './page-texts.ts';

/** Where the pages are, and whom they may be shown by. */
export interface PageSite {
  /** Where browsers reach the vault, without a slash at its end. */
  readonly url: string;
  /** Whether pages of this machine may embed ours although they have no https. */
  readonly loopbackAllowed: boolean;
}

interface PageDocument {
  /** 200 unless stated. */
  readonly status?: number;
  readonly language: Language;
  readonly title: string;
  /** HTML, in which everything that is not ours went through `escaped`. */
  readonly content: string;
  /** What the page's script is told, by name. */
  readonly settings: Readonly<Record<string, string | undefined>>;
  readonly script: BuiltFile;
  readonly style: BuiltFile;
  readonly site: PageSite;
  /** The only origin that may embed the page; every https origin without it. */
  readonly origin?: string | undefined;
  /** Beside those that every page has; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A page in a frame of another site. The browser runs only one script and one style of ours, by
 * name and by hash. It sends no site the page's URL, because the URL had a token.
 */
export function pageDocument(page: PageDocument): RawResponse {
  const { language, title, content, settings, script, style, site } = page;
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
      // A merchant's page may demand this of all that it embeds; the page demands it of its own.
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      ...page.headers,
    },
    body: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${asset(style)}" integrity="${style.integrity}" crossorigin="anonymous">
<script src="${asset(script)}" integrity="${script.integrity}" crossorigin="anonymous" defer></script>
</head>
<body>
<main id="page"${data.join('')}>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`,
  });
}

/** `cardNumber` as it stands in the name of a `data-` attribute. */
const dashed = (name: string) => name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`);

const policyOf = ({ script, style, site, origin }: PageDocument) =>
  [
    "default-src 'none'",
    `script-src ${site.url}/assets/${script.file}`,
    `style-src ${site.url}/assets/${style.file}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origin ?? unboundAncestors(site)}`,
    "require-trusted-types-for 'script'",
  ].join('; ');

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
