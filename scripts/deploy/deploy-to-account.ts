import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeployedStage, readSettingsFile } from '../../lib/settings/settings-file.ts';
import { accountAliases } from '../operate/live-functions.ts';
import { awsAccount } from './aws-account.ts';
import { billLines } from './bill-lines.ts';
import { deployInOrder } from './deploy-in-order.ts';
import { deployPipelineRoles } from './deploy-pipeline-roles.ts';
import type { Deployer } from './deployer.ts';
import { optionOf } from './option-of.ts';

/** How long an operator waits for AWS, in ms, once something else is found to be wrong. */
const patienceMs = 1_500;

/** Deploys with these arguments into the account of the environment's credentials. */
export function deployToAccount(args: readonly string[]): Promise<number> {
  const profile = optionOf(args, 'profile');
  if (profile) process.env.AWS_PROFILE = profile;
  // The CDK reads the Region from both variables, the SDK only from the first.
  const region = process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION;
  if (region) process.env.AWS_REGION = region;
  else delete process.env.AWS_REGION;
  const deploy = args.includes('--pipeline-roles') ? deployPipelineRoles : deployInOrder;
  return deploy(args, deployer(args));
}

function deployer(args: readonly string[]): Deployer {
  const qualifier = /@aws-cdk\/core:bootstrapQualifier=(\w+)/.exec(args.join(' '))?.[1];
  const account = awsAccount(qualifier ?? 'hnb659fds');
  return {
    account,
    settingsFile: (stage) =>
      isDeployedStage(stage) ? readSettingsFile(process.cwd(), stage) : { given: {}, problems: [] },
    aliasesOf: (stage) => accountAliases(stage, account.askedBy()),
    async cdk(cdkArgs) {
      const cli = join(import.meta.dirname, '..', '..', 'node_modules', 'aws-cdk', 'bin', 'cdk');
      const running = spawn(process.execPath, [cli, ...cdkArgs], { stdio: 'inherit' });
      const [code] = await once(running, 'exit');
      return typeof code === 'number' ? code : 1;
    },
    bill: billLines,
    patience: () => setTimeout(patienceMs, undefined, { ref: false }),
    say: (line) => process.stdout.write(`${line}\n`),
  };
}
