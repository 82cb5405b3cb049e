import type { Deployer } from './deployer.ts';

/**
 * Deploys the roles of the workflows, which are an app of their own: no deployment of the switch
 * makes or changes them. Resolves with the CDK's exit code.
 */
export async function deployPipelineRoles(
  args: readonly string[],
  runCdk: Deployer['cdk'],
): Promise<number> {
  const others = args.filter((one) => !['--pipeline-roles', '--yes', '-y'].includes(one));
  const isUnattended = args.includes('--yes') || args.includes('-y');
  return await runCdk([
    ...['deploy', '--all', '--app', 'node tools/launch/run.cjs bin/pipeline-roles.ts'],
    ...['--output', 'cdk.out/pipeline-roles', ...others],
    ...(isUnattended ? ['--require-approval', 'never', '--yes'] : []),
  ]);
}
