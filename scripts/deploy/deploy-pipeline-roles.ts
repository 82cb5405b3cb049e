import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Deploys the roles of the workflows, which are an app of their own: no deployment of the switch
 * makes or changes them. Resolves with the CDK's exit code.
 */
export async function deployPipelineRoles(args: readonly string[]): Promise<number> {
  const cli = join(import.meta.dirname, '..', '..', 'node_modules', 'aws-cdk', 'bin', 'cdk');
  const others = args.filter((one) => !['--pipeline-roles', '--yes', '-y'].includes(one));
  const isUnattended = args.includes('--yes') || args.includes('-y');
  const running = spawn(
    process.execPath,
    [
      ...[cli, 'deploy', '--all', '--app', 'node tools/run.cjs bin/pipeline-roles.ts'],
      ...['--output', 'cdk.out/pipeline-roles', ...others],
      ...(isUnattended ? ['--require-approval', 'never', '--yes'] : []),
    ],
    { stdio: 'inherit' },
  );
  const [code] = await once(running, 'exit');
  return typeof code === 'number' ? code : 1;
}
