import type { FrontPage } from '../../local/http/front-page.ts';

/** The addresses of the laptop's pages; undefined where a page is not served. */
interface Places {
  readonly console: string | undefined;
  readonly shop: string | undefined;
}

/** The page for a browser at the address of the switch's API; undefined without any link. */
export function frontPage({ console, shop }: Places): FrontPage | undefined {
  const ofConsole = [
    {
      url: `${console}/`,
      name: 'Console',
      about: 'The story of each payment, webhooks, dashboards, alarms, queues and tables',
    },
    {
      url: `${console}/docs/`,
      name: 'Docs',
      about: 'Guides, the API, errors, webhooks and runbooks, with a search',
    },
  ];
  const ofShop = [
    { url: `${shop}/`, name: 'Example shop', about: 'A checkout with the card form of the vault' },
  ];
  const links = [
    ...(console === undefined ? [] : ofConsole),
    ...(shop === undefined ? [] : ofShop),
  ];
  if (links.length === 0) return undefined;
  return {
    title: 'Turnout runs on this laptop',
    about: 'This is the address of its API, which programs call with a key. Its pages for people:',
    links,
  };
}
