import { setTimeout } from 'node:timers/promises';
import { turnoutCommand, UsageError } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';
import { awsCliIn } from '../operate/aws-cli.ts';
import { driftLine, findDrift } from '../operate/find-drift.ts';

const help = `Compares what is deployed with the templates: lists resources that were changed or deleted by hand.

  npx turnout drift --stage production

  --stage    sandbox or production
  --help     shows this

It asks CloudFormation by the AWS CLI, with its credentials, in its Region and in us-east-1. Ends with 1 when
something differs, or a stack could not be compared.
`;

export const drift = turnoutCommand(
  { name: 'npx turnout drift', help, options: { stage: 'value' } },
  async (given, _, { environment }) => {
    given.required('stage', 'sandbox or production');
    const stage = given.oneOf('stage', ['sandbox', 'production']) ?? 'sandbox';
    const region = environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION;
    if (!region) throw new UsageError('AWS_REGION is not set: where is the stage deployed?');
    const regions = [...new Set([region, 'us-east-1'])];
    const pause = (ms: number) => setTimeout(ms);
    const { stacks, findings } = await findDrift(stage, regions, awsCliIn(environment), pause);
    if (stacks === 0)
      throw new UsageError(`There is no stack of ${stage} in ${regions.join(', ')}.`);
    return {
      value: { stage, regions, stacks, findings },
      text:
        findings.length > 0
          ? findings.map(driftLine).join('\n')
          : `${stacks} stacks are as their templates say.`,
      code: findings.length > 0 ? 1 : 0,
    };
  },
);

await runAsProgram(import.meta, drift);
