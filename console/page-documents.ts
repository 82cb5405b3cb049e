import { frontPageAnswer } from '../local/http/front-page.ts';
import type { HttpAnswer } from '../local/http/http-event.ts';

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%234f6bed' stroke-width='3'%3E%3Cpath d='M3 17h18M3 17c8 0 7-10 18-10'/%3E%3C/svg%3E";

const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Turnout console</title>
<link rel="icon" href="${icon}">`;

const style = '<link rel="stylesheet" href="/page.css">';

/**
 * The document of the console. Browsers paint nothing above a stylesheet that is not there yet, so
 * while the page is being built, its text comes first.
 */
export const pageDocument = (isBuilt: boolean): string => `${head}
${isBuilt ? style : ''}
<script type="module" src="/page.js"></script>
</head>
<body>
<div id="console"><p class="opening" role="status">The console is opening …</p></div>
<noscript><p>The console needs JavaScript.</p></noscript>
${isBuilt ? '' : style}
</body>
</html>
`;

/** The answer in place of a page that is refused or does not exist. */
export const refusalAnswer = (reason: string, home: string): HttpAnswer =>
  frontPageAnswer({
    title: 'The console did not open this page',
    about: reason,
    links: [
      {
        url: home,
        name: `Open the console at ${home}`,
        about: 'This is the address that npm start prints.',
      },
    ],
  });
