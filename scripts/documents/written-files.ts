/** The files that `npm run generate` writes, from the root of the repository. */

/** The APIs of the switch and of the vault. */
export const documentFiles = {
  switch: 'docs/openapi.json',
  vault: 'docs/vault-openapi.json',
} as const;

/** A digest of each operation's contract. */
export const digestFile = 'docs/openapi-digest.json';

/** The shape of the interface of connectors, by its version. */
export const interfaceShapeFile = 'shared/connectors/interface/shape.json';

/** The types of the client for Node.js. Git ignores them. */
export const clientTypesFile = 'packages/node/api.d.ts';

/** Its named methods. */
export const clientOperationsFile = 'packages/node/src/operations.ts';

/** The networks of card numbers by their first digits. */
export const cardRangesFile = 'shared/platform/card-numbers/card-ranges.ts';

/** The part of the collection for Bruno that makes a first payment. */
export const firstPaymentFolder = 'docs/collection';

/** The whole collection for Bruno. Git ignores it. */
export const collectionFolder = '.turnout/collection';

/** A payload of each type of webhook. */
export const webhookEventsFile = 'docs/webhook-events.md';

/** Every response field that never has a value. */
export const unsetFieldsFile = 'docs/unset-fields.md';

/** All published operations of Hyperswitch v1. */
export const operationsFile = 'docs/operations.md';

/** The page whose table is written from the connectors' own data. */
export const connectorsFile = 'docs/connectors.md';

/** The README, which names the processors that take real money. */
export const readmeFile = 'README.md';

/** The list of the pages about each processor. */
export const processorPagesFile = 'docs/processors/README.md';

/** The page about reasons of declines, with the share of each connector. */
export const declinesFile = 'docs/declines.md';

/** The page whose table of settings is written from their declarations. */
export const settingsPage = 'docs/settings.md';

/** The JSON schema that editors use for settings files. */
export const settingsSchemaFile = 'docs/settings.schema.json';

/** The page with the checks of a first deployment. */
export const firstHourPage = 'docs/first-hour.md';

/** The page with all alarms. */
export const alarmsFile = 'docs/runbooks/alarms.md';

/** The page about the keys of the vault. */
export const vaultKeysFile = 'docs/vault-keys.md';

/** The laptop's templates, which come with each clone. */
export const templatesFile = 'lib/laptop-templates.br';
