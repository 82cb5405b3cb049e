import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { turnoutCommand, UsageError } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';

const help = `Holds synthesized templates against the rules of CloudFormation.

  npx turnout validate DIR [--region REGION]

  DIR                the folder of a synthesized assembly: cdk.out
  --region REGION    the Region of stacks that the app leaves to the credentials; us-east-1 without it
  --help             shows this

It runs the validator that the CDK ships, and cfn-lint where that is installed: pip install cfn-lint.
The last line says which of the two ran. Ends with 1 when one of them finds something.
`;

export const validate = turnoutCommand(
  { name: 'npx turnout validate', help, options: { region: 'value' }, operands: ['DIR'] },
  async (given, _, surroundings) => {
    const [named = ''] = given.operands;
    const directory = resolve(surroundings.directory, named);
    if (!existsSync(join(directory, 'manifest.json'))) {
      throw new UsageError(`${named} is no assembly: npm run synth -- --output ${named}`);
    }
    const region = given.matching('region', /^[a-z]{2,5}(-[a-z]+)+-\d+$/, 'eu-west-1');
    // The CDK's validator takes a second to load, which no mistake of the caller should wait for.
    const { cdkFindings, cfnLintFindings, templatesIn } = await import(
      '../deploy/template-findings.ts'
    );
    const templates = templatesIn(directory, region ?? 'us-east-1');
    const ofCdk = cdkFindings(templates);
    const ofCfnLint = cfnLintFindings(templates, surroundings.environment);
    const lint = ofCfnLint
      ? `cfn-lint: ${ofCfnLint.length} findings.`
      : 'cfn-lint is not installed and did not run.';
    const findings = [...ofCdk, ...(ofCfnLint ?? [])];
    return {
      value: { templates: templates.length, cdk: ofCdk, cfnLint: ofCfnLint ?? null },
      text: [
        ...findings,
        `${templates.length} templates. The CDK's validator: ${ofCdk.length} findings. ${lint}`,
      ].join('\n'),
      code: findings.length === 0 ? 0 : 1,
    };
  },
);

await runAsProgram(import.meta, validate);
