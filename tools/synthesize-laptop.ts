import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Synthesizes the very app that is deployed into a folder, in a process of its own, as the CDK does.
 *
 * @param settings of the deployment, as `-c NAME=VALUE` names them
 */
export async function synthesizeLaptop(
  directory: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const app = spawn(process.execPath, [join(root, 'bin', 'switch.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      CDK_OUTDIR: directory,
      // With the paths of the app, by which the log calls functions.
      CDK_CONTEXT_JSON: JSON.stringify({
        ...settings,
        stage: 'laptop',
        'aws:cdk:enable-path-metadata': true,
      }),
      // The templates are validated by the tests and on every deployment; here a second matters.
      CDK_VALIDATION: 'false',
    },
  });
  const [code] = await once(app, 'exit');
  if (code !== 0) throw new Error('The app could not be synthesized; see above.');
}
