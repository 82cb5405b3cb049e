import { command } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';

const help = `Bundles the functions into dist, each by itself, as they are deployed. Functions whose bundle is
there and up to date are left alone. The CDK's commands do the same before they read dist.
`;

export const build = command({ name: 'npm run build', help, options: {} }, async () => {
  const { bundleFunctions } = await import('../tools/bundle/bundle-functions.ts');
  await bundleFunctions();
  return 0;
});

await runAsProgram(import.meta, build);
