import { abouts } from '../shared/connectors/abouts.ts';
import type { About } from '../shared/connectors/interface/about.ts';

/** The page whose table is written from the connectors' own data. */
export const connectorsFile = 'docs/connectors.md';

const begin = '<!-- begin: written by npm run connectors -->';
const end = '<!-- end -->';

/** The README, which names the processors that take real money. */
export const readmeFile = 'README.md';

/** The page with its table of connectors and abilities written anew. Throws without its markers. */
export const connectorsDocument = (page: string): string =>
  withWritten(page, `\n${abilitiesTable()}\n`);

/** The README with the names of all processors written anew. Throws without its markers. */
export const readmeDocument = (page: string): string =>
  withWritten(page, real.map(({ displayName }) => displayName).join(', '));

function withWritten(page: string, text: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < from) throw new Error('The page has no place for what is written into it.');
  return `${page.slice(0, from + begin.length)}${text}${page.slice(to)}`;
}

/** The processors with addresses of their own, by name. */
const real = abouts.filter(({ addresses }) => addresses).sort((a, b) => (a.name < b.name ? -1 : 1));

/** One row for each processor. */
function abilitiesTable(): string {
  return [
    '| Connector | Credentials | Card captures | Card networks | Other methods | Saved cards | By the network’s id | 3-D Secure by itself | Operations | Webhooks | Currencies |',
    `|${'---|'.repeat(11)}`,
    ...real.map(row),
  ].join('\n');
}

function row(about: About): string {
  const cards = about.methods.filter(({ method }) => method === 'card');
  const others = about.methods.filter(({ method }) => method !== 'card');
  const cells = [
    `${about.displayName} (\`${about.name}\`)`,
    listed(about.credentials),
    listed(cards.flatMap(({ captureMethods }) => captureMethods)),
    cards.some(({ networks }) => !networks)
      ? 'all'
      : listed(cards.flatMap((one) => one.networks ?? [])),
    listed(others.map(({ type }) => type)),
    cards.some(({ mandates }) => mandates) ? 'yes' : 'no',
    about.takesNetworkTransactionId ? 'yes' : 'no',
    cards.some(({ threeDs }) => threeDs) ? 'yes' : 'no',
    listed(about.features),
    listed(about.webhooks),
    currenciesOf(about),
  ];
  return `| ${cells.join(' | ')} |`;
}

function currenciesOf({ methods }: About): string {
  const cards = methods.filter(({ method }) => method === 'card');
  if (cards.some(({ currencies }) => !currencies)) return 'all';
  return `${new Set(cards.flatMap(({ currencies = [] }) => currencies)).size}`;
}

const listed = (words: readonly string[]) =>
  words.length > 0 ? [...new Set(words)].join(', ') : '–';
