import type { Approved } from '#platform/http/response/page-check.ts';
import { ownMember } from '#platform/own-member.ts';
import type { BuiltFile, BuiltPages } from '../pages/built-pages.ts';
import type { PageSite } from '../pages/page-document.ts';
import { refusedPage } from '../pages/refused-page.ts';
import { VaultError } from '../vault-error.ts';

/** An entry of `script-inventory.json`: a script or style that our pages run, and its approval. */
export interface ApprovedFile {
  /** `capture.js`, without the hash in its published name. */
  readonly file: string;
  /** Paths of the pages that load it. */
  readonly pages: readonly string[];
  /** `sha384-…` of its bytes. */
  readonly integrity: string;
}

/**
 * All responses of the pages that browsers may get, as approved. The headers are repeated here on
 * purpose: a change where the pages are built has to be made here too.
 *
 * The checked pages are the refusals that a browser without a session token gets. The same code
 * builds them, with the same script, style and headers as the other pages, and the check needs no
 * token.
 */
export function approvedPages(
  site: PageSite,
  pages: BuiltPages,
  inventory: readonly ApprovedFile[],
): readonly Approved[] {
  const built: Readonly<Record<string, BuiltFile>> = {
    'capture.js': pages.capture,
    'show.js': pages.show,
    'frame.css': pages.frame,
    'embed.js': pages.embed,
  };
  return inventory.flatMap(({ file, pages: paths, integrity }) => {
    const found = ownMember(built, file);
    if (!found) throw new Error(`${file} is approved and is not built.`);
    const isScript = file.endsWith('.js');
    const asset: Approved = {
      path: file === 'embed.js' ? '/v1/embed.js' : `/assets/${found.file}`,
      loadedAs: isScript ? 'script' : 'style',
      status: 200,
      headers: {
        ...commonHeaders,
        ...(file === 'embed.js' ? embedScriptHeaders : { [resourcePolicy]: 'same-origin' }),
        'content-type': isScript ? 'text/javascript; charset=utf-8' : 'text/css; charset=utf-8',
      },
      content: { integrity },
    };
    const itsPages = isScript ? paths.map((path) => approvedPage(path, found, site, pages)) : [];
    return [asset, ...itsPages];
  });
}

function approvedPage(
  path: string,
  script: BuiltFile,
  site: PageSite,
  pages: BuiltPages,
): Approved {
  const { body } = refusedPage(
    { locale: undefined, script, pages, site },
    new VaultError('session_expired'),
    undefined,
  );
  return {
    path,
    loadedAs: 'iframe',
    status: 401,
    headers: { ...commonHeaders, ...pageHeaders(site, script, pages.frame) },
    content: { text: body },
  };
}

const resourcePolicy = 'cross-origin-resource-policy';

const commonHeaders = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
} as const;

const embedScriptHeaders = {
  [resourcePolicy]: 'cross-origin',
  'access-control-allow-origin': '*',
} as const;

const pageHeaders = ({ url, loopbackAllowed }: PageSite, script: BuiltFile, style: BuiltFile) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${url}/assets/${script.file}`,
    `style-src ${url}/assets/${style.file}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors https:${loopbackAllowed ? ' http://127.0.0.1:* http://localhost:*' : ''}`,
    "require-trusted-types-for 'script'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), clipboard-read=(), clipboard-write=(), ' +
    'display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), hid=(), ' +
    'magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), ' +
    'publickey-credentials-get=(), screen-wake-lock=(), serial=(), storage-access=(), usb=(), ' +
    'xr-spatial-tracking=()',
  [resourcePolicy]: 'cross-origin',
  'cross-origin-embedder-policy': 'require-corp',
});
