import { escaped } from '#platform/http/response/html-page.ts';
import { linkTo } from './documents.ts';
import type { Heading } from './markdown.ts';
import type { NavigationGroup } from './navigation.ts';

export interface Page {
  /** The address in the site, such as `runbooks/errors.html`. */
  readonly address: string;
  readonly title: string;
  /** HTML of the text, whose first heading is the title. */
  readonly html: string;
  /** The headings, for the page's list of contents. */
  readonly headings: readonly Heading[];
}

/** The parts that all pages share. */
export interface Frame {
  /** The parts of the site, each with the address where it begins. */
  readonly parts: readonly { readonly title: string; readonly address: string }[];
}

/** The groups at the side of a page, and the part of the site in which it is. */
export interface Place {
  readonly part: string;
  readonly groups: readonly NavigationGroup[];
}

const icon =
  '<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="3" aria-hidden="true"><path d="M3 17h18M3 17c8 0 7-10 18-10"/></svg>';

/** The document of a page. It asks for nothing outside the site, and works from a folder too. */
export function documentOf(page: Page, place: Place, { parts }: Frame): string {
  const to = (address: string) => linkTo(address, page.address);
  const current = (address: string) => {
    if (address === page.address) return ' aria-current="page"';
    const isAbove = page.address.startsWith(address.replace(/\.html$/, '/'));
    return isAbove ? ' aria-current="true"' : '';
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)} · Turnout</title>
<link rel="icon" href="${to('icon.svg')}">
<link rel="stylesheet" href="${to('site.css')}">
<script src="${to('theme.js')}"></script>
<script src="${to('site.js')}" defer></script>
</head>
<body>
<a class="skip" href="#text">To the text</a>
<header>
<button class="menu" type="button" aria-expanded="false" aria-controls="side">Menu</button>
<a class="home" href="${to('index.html')}">${icon}Turnout</a>
<nav class="parts" aria-label="Parts">${parts
    .map(
      ({ title, address }) =>
        `<a href="${to(address)}"${title === place.part ? ' aria-current="true"' : ''}>${escaped(title)}</a>`,
    )
    .join('')}</nav>
<search class="search" data-index="${to('search-index.js')}" data-root="${to('index.html').slice(0, -'index.html'.length)}"></search>
<button class="theme" type="button" hidden>Theme</button>
</header>
<div class="columns">
<nav id="side" class="side" aria-label="Pages"><ul class="parts-below">${parts
    .map(({ title, address }) => `<li><a href="${to(address)}">${escaped(title)}</a></li>`)
    .join('')}</ul>${place.groups
    .map(
      ({ title, links }) =>
        `<h2>${escaped(title)}</h2><ul>${links
          .map(
            (link) =>
              `<li><a href="${to(link.address)}"${current(link.address)}>${escaped(link.title)}</a></li>`,
          )
          .join('')}</ul>`,
    )
    .join('')}</nav>
<main id="text" tabindex="-1"><article>
${page.html}
</article>${neighbours(page, place)}</main>
${onThisPage(page.headings)}
</div>
</body>
</html>
`;
}

/** The pages before and after this one in the list. */
function neighbours({ address }: Page, { groups }: Place): string {
  const links = groups.flatMap((group) => group.links);
  const index = links.findIndex((link) => link.address === address);
  if (index < 0) return '';
  const [before, after] = [links[index - 1], links[index + 1]];
  return `<nav class="neighbours" aria-label="Before and after">${
    before
      ? `<a rel="prev" href="${linkTo(before.address, address)}">${escaped(before.title)}</a>`
      : ''
  }${after ? `<a rel="next" href="${linkTo(after.address, address)}">${escaped(after.title)}</a>` : ''}</nav>`;
}

function onThisPage(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${shown
    .map(
      ({ level, id, text }) =>
        `<li class="level-${level}"><a href="#${id}">${escaped(text)}</a></li>`,
    )
    .join('')}</ul></nav>`;
}
