import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The context of a deployment, as `-c NAME=VALUE` sets it. */
export type Settings = Readonly<Record<string, unknown>>;

/** The context of the laptop's deployment, with the settings that the user chose. */
export const laptopSettings = (settings: Settings = {}): Settings => ({
  ...settings,
  stage: 'laptop',
  // Includes the app's paths, which the log uses as names of functions.
  'aws:cdk:enable-path-metadata': true,
  // No reader of the laptop's assembly asks which line of the app made a resource.
  'aws:cdk:disable-creation-stack-traces': true,
});

/**
 * Synthesizes the same app as a deployment into a folder, in a process of its own, as the CDK does.
 *
 * @param from the folder below which `dist/` holds the bundles
 * @param signal ends that process; then this rejects with the signal's reason
 */
export async function synthesize(
  directory: string,
  settings: Settings,
  { from = root, signal }: { readonly from?: string; readonly signal?: AbortSignal } = {},
) {
  signal?.throwIfAborted();
  // Without stack traces the same app makes the same files in each clone, in less time.
  const app = spawn(process.execPath, ['--stack-trace-limit=0', join(root, 'bin', 'switch.ts')], {
    cwd: from,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      CDK_OUTDIR: directory,
      CDK_CONTEXT_JSON: JSON.stringify(settings),
      // The tests and every deployment validate the templates; skipping that here saves a second.
      CDK_VALIDATION: 'false',
    },
  });
  const end = () => app.kill();
  signal?.addEventListener('abort', end);
  const [code] = await once(app, 'exit').finally(() => signal?.removeEventListener('abort', end));
  signal?.throwIfAborted();
  if (code !== 0)
    throw new Error('The app could not be synthesized; see above. "npm run synth" says where.');
}
