import { command } from './command-line/command.ts';

const help = `Writes the laptop's templates, which come with each clone, into lib/laptop-templates.br.

  npm run templates
  npm run templates -- --help    shows this

They save a first start the synthesis of the CDK app. After a merge conflict in the file, take either
side and run this.
`;

await command({ name: 'npm run templates', help, options: {} }, async () => {
  // Imported late, because it loads the bundler, which `--help` does not need.
  const { functionNames } = await import('../tools/bundle-functions.ts');
  const { freshAssembly } = await import('../tools/laptop-synthesis.ts');
  const { packTemplates } = await import('../tools/packed-templates.ts');
  const { purpose, assembly } = await freshAssembly(functionNames());
  const isNew = packTemplates(purpose, assembly);
  process.stdout.write(isNew ? 'Written anew.\n' : 'Already current.\n');
  return 0;
});
