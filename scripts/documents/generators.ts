import { type Generator, type Sources, storedPage } from './generator.ts';
import * as files from './written-files.ts';
import { withPart } from './written-part.ts';

const { switch: ofSwitch, vault: ofVault } = files.documentFiles;

/**
 * Every program that writes files which Git has, in the order in which they run: each may read the
 * files of those before it. Last come those of files that Git ignores. Each imports its work when it
 * runs, because `--help` does not need it.
 */
export const generators: readonly Generator[] = [
  {
    name: 'descriptions',
    writes: [ofSwitch, ofVault],
    from: 'the contracts of all operations, and answers and webhooks of a switch in memory',
    async make({ read, recorded }) {
      const { apiDocuments } = await import('./openapi/documents.ts');
      const { keptAnswers } = await import('./openapi/kept-answers.ts');
      const stored = await Promise.all([read(ofSwitch), read(ofVault)]);
      const documents = await apiDocuments(keptAnswers(stored, await recorded()));
      return { [ofSwitch]: documents.switch, [ofVault]: documents.vault };
    },
  },
  {
    name: 'digest',
    writes: [files.digestFile],
    from: 'the descriptions: everything that callers of the API rely on',
    async make({ read }) {
      const { digestOf, digestText } = await import('./openapi/digest.ts');
      const [ours, ofCards] = await storedDescriptions(read);
      return { [files.digestFile]: digestText({ ...digestOf(ours), ...digestOf(ofCards) }) };
    },
    async changesOfContract(stored, made) {
      const { contractChanges, parseDigest } = await import('./openapi/digest.ts');
      return contractChanges(parseDigest(stored), parseDigest(made));
    },
  },
  {
    name: 'connector-interface',
    writes: [files.interfaceShapeFile],
    from: 'the interface of connectors: everything that those of companies rely on',
    async make() {
      const { interfaceShape } = await import('./interface-shape.ts');
      return { [files.interfaceShapeFile]: interfaceShape() };
    },
    async changesOfContract(stored, made) {
      return (await import('./interface-shape.ts')).changesOfShape(stored, made);
    },
  },
  {
    name: 'client-methods',
    writes: [files.clientOperationsFile],
    from: 'the description of the switch',
    async make({ read }) {
      const { clientOperations } = await import('./openapi/client-operations.ts');
      const [description] = await storedDescriptions(read);
      return { [files.clientOperationsFile]: clientOperations(description) };
    },
  },
  {
    name: 'card-ranges',
    from: 'the library credit-card-type, and what it lacks',
    ...page(files.cardRangesFile, async () => (await import('./card-ranges.ts')).cardRanges()),
  },
  {
    name: 'first-payment',
    writes: [files.firstPaymentFolder],
    from: 'five requests, for Bruno',
    async make() {
      const { firstPaymentFiles } = await import('../../site/collection/collection.ts');
      return within(files.firstPaymentFolder, firstPaymentFiles());
    },
  },
  {
    name: 'webhook-events',
    from: 'webhooks of a switch in memory',
    ...page(files.webhookEventsFile, async ({ recorded }) => {
      const { webhookEventsDocument } = await import('./webhook-events-document.ts');
      return webhookEventsDocument(new Map((await recorded()).webhooks));
    }),
  },
  {
    name: 'unset-fields',
    from: 'scripts/documents/unset-fields.ts',
    ...page(files.unsetFieldsFile, async () =>
      (await import('./unset-fields-document.ts')).unsetFieldsDocument(),
    ),
  },
  {
    name: 'operations',
    from: 'scripts/documents/published-operations.ts and the contracts',
    ...page(files.operationsFile, async () =>
      (await import('./operations-document.ts')).operationsDocument(),
    ),
  },
  {
    name: 'connectors',
    from: 'about.ts of each connector',
    ...part(files.connectorsFile, 'connectors', async () =>
      (await import('./connectors-document.ts')).connectorTables(),
    ),
  },
  {
    name: 'payouts',
    from: 'about.ts of each connector',
    ...part(files.connectorsFile, 'payouts', async () =>
      (await import('./connectors-document.ts')).payoutTable(),
    ),
  },
  {
    name: 'processors',
    from: 'about.ts of each connector',
    ...part(files.readmeFile, 'processors', async () =>
      (await import('./connectors-document.ts')).processorNames(),
    ),
  },
  {
    name: 'processor-pages',
    from: 'about.ts of each connector',
    ...part(files.processorPagesFile, 'processors', async () =>
      (await import('./connectors-document.ts')).processorPages(),
    ),
  },
  {
    name: 'declines',
    from: "the connectors' tables of decline codes",
    ...part(files.declinesFile, 'shares', async () => {
      const { declineShares, sharesText, wholeShare } = await import('./decline-shares.ts');
      const shares = declineShares();
      return `\`\`\`text\n${sharesText([...shares, wholeShare(shares)])}\n\`\`\``;
    }),
  },
  {
    name: 'settings',
    from: 'lib/settings/settings.ts',
    ...part(files.settingsPage, 'settings', async () =>
      (await import('./settings-document.ts')).settingsTable(),
    ),
  },
  {
    name: 'settings-schema',
    from: 'lib/settings/settings.ts',
    ...page(files.settingsSchemaFile, async () =>
      (await import('./settings-document.ts')).settingsSchema(),
    ),
  },
  {
    name: 'first-hour',
    from: 'scripts/operate/first-hour-checks.ts',
    ...page(files.firstHourPage, async () =>
      (await import('../operate/first-hour-report.ts')).firstHourDocument(),
    ),
  },
  {
    name: 'alarms',
    from: 'the templates of sandbox and production',
    ...page(files.alarmsFile, async () => {
      const { alarmsDocument } = await import('./alarms-document.ts');
      const { readApp } = await import('../../local/assembly/named-app.ts');
      const { synthesizedIn } = await import('../deploy/synthesized-assembly.ts');
      const stages = ['sandbox', 'production'] as const;
      return alarmsDocument(stages.map((stage) => synthesizedIn(stage, {}, readApp).resources()));
    }),
  },
  {
    name: 'vault-keys',
    from: 'shared/vault/keys and lib/vault/vault-roles.ts',
    ...page(files.vaultKeysFile, async () =>
      (await import('./vault-keys-document.ts')).vaultKeysDocument(),
    ),
  },
  {
    name: 'templates',
    writes: [files.templatesFile],
    from: 'the app of the CDK for a laptop',
    comparedBy: 'test/tools/laptop-synthesis.test.ts',
    async make() {
      const { functionNames } = await import('../../tools/bundle/bundle-functions.ts');
      const { freshAssembly } = await import('../../tools/templates/laptop-synthesis.ts');
      const { packedBytes } = await import('../../tools/templates/packed-templates.ts');
      const { purpose, assembly } = await freshAssembly(functionNames());
      return { [files.templatesFile]: packedBytes(purpose, assembly) };
    },
  },
  {
    name: 'client-types',
    from: 'the description of the switch, with openapi-typescript',
    isIgnored: true,
    ...page(files.clientTypesFile, async () =>
      (await import('./openapi/client-types-file.ts')).currentClientTypes(),
    ),
  },
  {
    name: 'collection',
    writes: [files.collectionFolder],
    from: 'both descriptions: a request for each operation, for Bruno',
    isIgnored: true,
    async make({ read }) {
      const { collectionFiles } = await import('../../site/collection/collection.ts');
      const [description, vault] = await storedDescriptions(read);
      return within(files.collectionFolder, collectionFiles({ switch: description, vault }));
    },
  },
];

type Written = Pick<Generator, 'writes' | 'make'>;

/** A file that is written whole. */
function page(file: string, text: (sources: Sources) => Promise<string>): Written {
  return { writes: [file], make: async (sources) => ({ [file]: await text(sources) }) };
}

/** A part of a page that people write: see `withPart`. */
function part(file: string, name: string, text: () => Promise<string>): Written {
  return {
    writes: [file],
    make: async ({ read }) => ({
      [file]: withPart(await storedPage(read, file), name, await text()),
    }),
  };
}

const storedDescriptions = (read: Sources['read']) =>
  Promise.all([storedPage(read, ofSwitch), storedPage(read, ofVault)]);

const within = (folder: string, texts: ReadonlyMap<string, string>) =>
  Object.fromEntries([...texts].map(([path, text]) => [`${folder}/${path}`, text]));
