import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeployedStage, readSettingsFile } from '../../lib/settings/settings-file.ts';
import type { Output, Report } from '../command-line/command.ts';
import { asIs } from '../command-line/json-of.ts';
import { accountAliases } from '../operate/live-functions.ts';
import { awsAccount } from './aws-account.ts';
import { billLines } from './bill-lines.ts';
import { type Deployment, deployInOrder } from './deploy-in-order.ts';
import { deployPipelineRoles } from './deploy-pipeline-roles.ts';
import type { Deployer } from './deployer.ts';
import { optionOf } from './option-of.ts';

/** How long an operator waits for AWS, in ms, once something else is found to be wrong. */
const patienceMs = 1_500;

/** Deploys with these arguments into the account of the environment's credentials. */
export async function deployToAccount(args: readonly string[], output: Output): Promise<Report> {
  const profile = optionOf(args, 'profile');
  if (profile) process.env.AWS_PROFILE = profile;
  // The CDK reads the Region from both variables, the SDK only from the first.
  const region = process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION;
  if (region) process.env.AWS_REGION = region;
  else delete process.env.AWS_REGION;
  const began = performance.now();
  const account = deployer(args, output);
  const deployment = args.includes('--pipeline-roles')
    ? { code: await deployPipelineRoles(args, account.cdk) }
    : await deployInOrder(args, account);
  const seconds = Math.round((performance.now() - began) / 1_000);
  // Only a program needs them: the CDK has printed the outputs.
  const stacks = output.isJson ? await stacksAfter(deployment, account) : undefined;
  return { value: { ...deployment, seconds, stacks }, text: '', code: deployment.code };
}

/** The stacks of a stage after its deployment, as far as they are known. */
async function stacksAfter(
  { stage, isDryRun, problems = [] }: Partial<Deployment>,
  { account }: Deployer,
) {
  if (stage === undefined || isDryRun || problems.length > 0) return undefined;
  const region = await account.region();
  const all =
    region === undefined ? undefined : await account.stacks(region).catch(() => undefined);
  return all
    ?.filter(({ name }) => name.startsWith(`turnout-${stage}-`))
    .map(({ name, status, outputs }) => ({ name, status, outputs: asIs(outputs) }));
}

function deployer(args: readonly string[], { isJson, progress }: Output): Deployer {
  const qualifier = /@aws-cdk\/core:bootstrapQualifier=(\w+)/.exec(args.join(' '))?.[1];
  const account = awsAccount(qualifier ?? 'hnb659fds');
  return {
    account,
    settingsFile: (stage) =>
      isDeployedStage(stage) ? readSettingsFile(process.cwd(), stage) : { given: {}, problems: [] },
    aliasesOf: (stage) => accountAliases(stage, () => account.askedBy()),
    async cdk(cdkArgs) {
      const cli = join(import.meta.dirname, '..', '..', 'node_modules', 'aws-cdk', 'bin', 'cdk');
      const running = spawn(process.execPath, [cli, ...cdkArgs], {
        // Only the document of this command belongs into the standard output for programs.
        stdio: ['inherit', isJson ? process.stderr : 'inherit', 'inherit'],
      });
      const [code] = await once(running, 'exit');
      return typeof code === 'number' ? code : 1;
    },
    bill: billLines,
    patience: () => setTimeout(patienceMs, undefined, { ref: false }),
    say: progress,
  };
}
