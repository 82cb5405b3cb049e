import { existsSync, writeFileSync } from 'node:fs';
import { publishedSource, publishedTypes } from './published-schemas.ts';

// Writes the table of resource types anew, out of the schemas that the CDK's command line brings:
// node tools/launch/run.cjs test/support/deployment/cloudformation/write-resource-types.ts [TYPE …]
const file = new URL('resource-types.json', import.meta.url);
const before = existsSync(file)
  ? Object.keys((await import('./resource-types.ts')).readResourceTypes().types)
  : [];
const table = {
  source: publishedSource(),
  date: new Date().toISOString().slice(0, 10),
  types: publishedTypes([...before, ...process.argv.slice(2)]),
};
writeFileSync(file, `${JSON.stringify(table, undefined, 2)}\n`);
process.stdout.write(`${Object.keys(table.types).length} types of ${table.source}.\n`);
