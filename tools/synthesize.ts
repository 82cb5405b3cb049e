import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What the app is told about a deployment, as `-c NAME=VALUE` names it. */
export type Settings = Readonly<Record<string, unknown>>;

/** The settings of the laptop's deployment, with those that its user chose. */
export const laptopSettings = (settings: Settings = {}): Settings => ({
  ...settings,
  stage: 'laptop',
  // With the paths of the app, by which the log calls functions.
  'aws:cdk:enable-path-metadata': true,
});

/**
 * Synthesizes the very app that is deployed into a folder, in a process of its own, as the CDK does.
 *
 * @param from the folder below which `dist/` holds the bundles
 */
export async function synthesize(directory: string, settings: Settings, from = root) {
  const app = spawn(process.execPath, [join(root, 'bin', 'switch.ts')], {
    cwd: from,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      CDK_OUTDIR: directory,
      CDK_CONTEXT_JSON: JSON.stringify(settings),
      // The templates are validated by the tests and on every deployment; here a second matters.
      CDK_VALIDATION: 'false',
    },
  });
  const [code] = await once(app, 'exit');
  if (code !== 0) throw new Error('The app could not be synthesized; see above.');
}
