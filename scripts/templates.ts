import { command } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';

const help = `Writes the laptop's templates, which come with each clone, into lib/laptop-templates.br.

  npm run templates
  npm run templates -- --help    shows this

They save a first start the synthesis of the CDK app. After a merge conflict in the file, take either
side and run this.
`;

export const templates = command(
  { name: 'npm run templates', help, options: {} },
  async (_, { output }) => {
    const { functionNames } = await import('../tools/bundle-functions.ts');
    const { freshAssembly } = await import('../tools/laptop-synthesis.ts');
    const { packTemplates } = await import('../tools/packed-templates.ts');
    const { purpose, assembly } = await freshAssembly(functionNames());
    const isNew = packTemplates(purpose, assembly);
    output.write(isNew ? 'Written anew.\n' : 'Already current.\n');
    return 0;
  },
);

await runAsProgram(import.meta, templates);
