/** The files that commands write from the code, from the root of the repository. */

/** The APIs of the switch and of the vault. */
export const documentFiles = {
  switch: 'docs/openapi.json',
  vault: 'docs/vault-openapi.json',
} as const;

/** A digest of each operation's contract. */
export const digestFile = 'docs/openapi-digest.json';

/** The types of the client for Node.js. */
export const clientTypesFile = 'packages/node/api.d.ts';

/** Its named methods. */
export const clientOperationsFile = 'packages/node/src/operations.ts';

/** The folder of the collection for Bruno. */
export const collectionFolder = 'collection';

/** All published operations of Hyperswitch v1. */
export const operationsFile = 'docs/operations.md';

/** The page whose table is written from the connectors' own data. */
export const connectorsFile = 'docs/connectors.md';

/** The page whose figures are counted in the connectors' tables of declines. */
export const declinesFile = 'docs/declines.md';

/** The README, which names the processors that take real money. */
export const readmeFile = 'README.md';
