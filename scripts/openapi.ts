import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';
import {
  clientOperationsFile,
  clientTypesFile,
  collectionFolder,
  digestFile,
  documentFiles,
} from './documents/written-files.ts';

const help = `Writes the APIs of the switch and of the vault anew, from the contracts of all operations:
${Object.values(documentFiles).join(' and ')}. The types of the client for Node.js follow from the
first: ${clientTypesFile}, and its named methods:
${clientOperationsFile}. A request for each operation goes into the folder
${collectionFolder}, a collection for Bruno.

  npm run openapi [-- --accept]

It ends with 1 when the contract of an operation is no longer the one in ${digestFile}:
something else than words and examples has changed, which callers of the API would meet.

  --accept  the contracts are meant to change: write their digests anew as well
`;

const root = join(import.meta.dirname, '..');

export const openapi = command(
  { name: 'npm run openapi', help, options: { accept: 'flag' } },
  async (given, { errors }) => {
    const { apiDocuments } = await import('./documents/openapi/documents.ts');
    const { clientTypes } = await import('./documents/openapi/client-types.ts');
    const { clientOperations } = await import('./documents/openapi/client-operations.ts');
    const { collectionFiles, writeCollection } = await import(
      './documents/collection/collection.ts'
    );
    const { contractChanges, digestOf, digestText, parseDigest } = await import(
      './documents/openapi/digest.ts'
    );
    const documents = await apiDocuments();
    await writeFile(join(root, documentFiles.switch), documents.switch);
    await writeFile(join(root, documentFiles.vault), documents.vault);
    await writeFile(join(root, clientTypesFile), await clientTypes(documents.switch));
    await writeFile(join(root, clientOperationsFile), clientOperations(documents.switch));
    await writeCollection(root, collectionFiles(documents));
    const digest = { ...digestOf(documents.switch), ...digestOf(documents.vault) };
    if (given.has('accept')) {
      await writeFile(join(root, digestFile), digestText(digest));
      return 0;
    }
    const accepted = parseDigest(await readFile(join(root, digestFile), 'utf8'));
    const changes = contractChanges(accepted, digest);
    if (changes.length === 0) return 0;
    errors.write(
      `Contracts have changed:\n${changes.map((one) => `  ${one}\n`).join('')}` +
        'If they are meant to, run: npm run openapi -- --accept\n',
    );
    return 1;
  },
);

await runAsProgram(import.meta, openapi);
