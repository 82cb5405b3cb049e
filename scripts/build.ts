import { bundleFunctions } from '../tools/bundle-functions.ts';
import { command } from './command-line/command.ts';

const help = `Bundles the functions into dist, each by itself, as they are deployed. Functions whose bundle is
there and up to date are left alone. The CDK's commands do the same before they read dist.
`;

await command({ name: 'npm run build', help, options: {} }, async () => {
  await bundleFunctions();
  return 0;
});
