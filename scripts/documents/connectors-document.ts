import { publishedAbouts } from '#connectors/abouts.ts';
import type { About, PayoutAbility } from '#connectors/interface/about.ts';
import { fieldOfNeed } from '#switch/payouts/payee.ts';

/** The names of all processors that take real money, for the README. */
export const processorNames = (): string => real.map(({ displayName }) => displayName).join(', ');

/** A table of the pages about each of them. */
export const processorPages = (): string =>
  [
    '| Processor | `connector_name` |',
    '|---|---|',
    ...real.map(({ displayName, name }) => `| [${displayName}](${name}.md) | \`${name}\` |`),
  ].join('\n');

/** The processors with addresses of their own, by name. */
const real = publishedAbouts()
  .filter(({ addresses }) => addresses)
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/**
 * Each processor's abilities, the facts that it reports, and its way to count money: three tables.
 */
export function connectorTables(): string {
  return [abilitiesTable(), findingsTable(), moneyTable()].join('\n\n');
}

/** The destinations to which each processor pays: a row for each of its abilities. */
export const payoutTable = (): string =>
  [
    '| Connector | Pays to | Currencies | Card networks | Has to know of the payee | Is paid | Can be cancelled |',
    `|${'---|'.repeat(7)}`,
    ...real.flatMap((about) => about.payouts?.map((ability) => payoutRow(about, ability)) ?? []),
  ].join('\n');

function payoutRow({ displayName, features }: About, ability: PayoutAbility): string {
  const { to, currencies, networks, needs = [] } = ability;
  const cells = [
    displayName,
    listed(to),
    currencies ? listed(currencies) : 'all of its own',
    networks ? listed(networks) : '–',
    listed(needs.map((need) => `\`${fieldOfNeed[need]}\``)),
    features.includes('fulfillPayout') ? 'in two steps' : 'in one step',
    yesOrNo(features.includes('cancelPayout')),
  ];
  return `| ${cells.join(' | ')} |`;
}

function abilitiesTable(): string {
  return [
    '| Connector | Credentials | Card captures | Card networks | Other methods | Saved cards | By the network’s id | 3-D Secure by itself | Operations | Webhooks | Currencies |',
    `|${'---|'.repeat(11)}`,
    ...real.map(row),
  ].join('\n');
}

/**
 * The checks of a card that a processor reports, how soon it decides, and how a lost answer is
 * found.
 */
function findingsTable(): string {
  return [
    '| Connector | Checks reported | Wallets | 3-D Secure by itself | 3-D Secure from outside | Order’s data | Disputes | Same-day refunds | A lost answer is found | Stays pending for longer |',
    `|${'---|'.repeat(10)}`,
    ...real.map(findings),
  ].join('\n');
}

function findings(about: About): string {
  const { methods, features, webhooks, checks = [], waits = {} } = about;
  const wallets = methods.filter(({ method }) => method === 'wallet').map(({ type }) => type);
  const cells = [
    about.displayName,
    listed(checks.map((check) => check.toUpperCase())),
    listed(wallets),
    yesOrNo(methods.some(({ method, threeDs }) => method === 'card' && threeDs)),
    yesOrNo(about.externalThreeDs),
    about.levelData ?? '–',
    disputesOf(features, webhooks),
    features.includes('voidCaptured') ? 'a void of the charge' : 'as any refund',
    foundBy[about.lookup.by],
    listed(Object.entries(waits).map(([what, words]) => `a ${what}: ${words}`)),
  ];
  return `| ${cells.join(' | ')} |`;
}

const yesOrNo = (is: boolean | undefined) => (is ? 'yes' : 'no');

const disputesOf = (features: About['features'], webhooks: About['webhooks']): string => {
  if (!webhooks.includes('disputes')) return 'no';
  return features.includes('submitEvidence') ? 'received and answered' : 'received';
};

const foundBy: Readonly<Record<About['lookup']['by'], string>> = {
  reference: 'by our number, at once',
  kept: 'by the id that is kept before the charge',
  search: 'by a search for our number',
  none: 'by its webhook',
};

/** How each processor counts, where that is not how clients of the API do. */
function moneyTable(): string {
  return [
    '| Connector | Currencies | Decimals there that differ from the API’s | Last digits that have to be zeros | By its own page |',
    `|${'---|'.repeat(5)}`,
    ...real.map(money),
  ].join('\n');
}

function money({ displayName, currencies }: About): string {
  if (!currencies) throw new Error(`${displayName} has no table of currencies.`);
  const { listed: all, decimals = {}, zeros = {}, source } = currencies;
  const pairs = (counts: Readonly<Record<string, number>>) =>
    listed(Object.entries(counts).map(([currency, count]) => `${currency} ${count}`));
  return `| ${[displayName, all.length, pairs(decimals), pairs(zeros), source].join(' | ')} |`;
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

function currenciesOf({ methods, currencies: table }: About): string {
  const cards = methods.filter(({ method }) => method === 'card');
  if (cards.some(({ currencies }) => !currencies)) return `${table?.listed.length ?? 'all'}`;
  return `${new Set(cards.flatMap(({ currencies = [] }) => currencies)).size}`;
}

const listed = (words: readonly string[]) =>
  words.length > 0 ? [...new Set(words)].join(', ') : '–';
