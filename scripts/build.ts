import { bundleFunctions } from '../tools/bundle-functions.ts';
import { command } from './command.ts';

const help = `Bundles the functions into dist, each by itself, as they are deployed.\n`;

await command({ name: 'npm run build', help, options: {} }, async () => {
  await bundleFunctions();
  return 0;
});
