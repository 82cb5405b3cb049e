import { turnoutCommand } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';

const help = `Makes and proves connectors of your own: docs/own-connector.md.

  npx turnout connector list
  npx turnout connector new NAME [--folder FOLDER]
  npx turnout connector prove NAME

  list             shows all connectors, with the version of each processor's API
  new NAME         writes a connector to begin with into connectors/NAME, and names the folder in
                   turnout.sandbox.json; NAME begins with x_
  prove NAME       runs the shared suites of connectors over it
  --folder FOLDER  another folder of this clone, outside of shared/; its name is NAME
  --help           shows this
`;

export const connector = turnoutCommand(
  {
    name: 'npx turnout connector',
    help,
    options: { folder: 'value' },
    words: { list: [], new: ['folder'], prove: [] },
    operandOf: { new: 'NAME', prove: 'NAME' },
  },
  async (given) => {
    const [name = ''] = given.operands;
    const { listConnectors, newConnector, proveOwn } = await import('../operate/own-connectors.ts');
    switch (given.word) {
      case 'new':
        return newConnector(name, given.text('folder') ?? `connectors/${name}`);
      case 'prove':
        return proveOwn(name);
      default:
        return listConnectors();
    }
  },
);

await runAsProgram(import.meta, connector);
