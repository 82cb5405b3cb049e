import { turnoutCommand } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';

const stages = ['sandbox', 'production', 'laptop'] as const;

const help = `Shows the settings of a deployment: each value, its source, and its effect.

  npx turnout settings [--stage STAGE]
  npx turnout settings NAME [--stage STAGE]

  NAME             a setting, such as keepWarm or connectorUrl.stripe: shows all about it
  --stage STAGE    sandbox (without it), production, or laptop for the switch of npm start
  --help           shows this

Values come from turnout.STAGE.json in this folder, and for a laptop from the environment. Those of "-c NAME=VALUE" are
of one deployment, and not shown. The command makes no call to AWS; "npx turnout deploy" compares the settings with
those of the last deployment. Ends with 2 when a stated setting is wrong.
`;

export const settings = turnoutCommand(
  {
    name: 'npx turnout settings',
    help,
    options: { stage: 'value' },
    operands: ['[NAME]'],
  },
  async (given, _, surroundings) => {
    const stage = given.oneOf('stage', stages) ?? 'sandbox';
    const [name] = given.operands;
    const { settingsReport } = await import('../deploy/stage-settings.ts');
    return settingsReport({ stage, isStageStated: given.has('stage'), name }, surroundings);
  },
);

await runAsProgram(import.meta, settings);
