import * as v from 'valibot';
import { type Resource, readApp, type SynthesizedApp } from '../../../local/assembly/named-app.ts';
import {
  type StageName,
  synthesizedIn,
  withBundles,
} from '../../../scripts/deploy/synthesized-assembly.ts';

export { type Resource, type StageName, type SynthesizedApp, synthesizedIn, withBundles };

/**
 * The switch as it is synthesized for a stage, once for all suites of a worker. Its templates are held
 * against the rules elsewhere.
 *
 * @param groups the groups of operations that the app has, for tests that look at few stacks: an app
 * of all takes four times as long. Alarms and dashboards are whole only in an app of all.
 */
export const synthesized = (
  stage: StageName,
  context: Readonly<Record<string, unknown>> = {},
  groups?: readonly string[],
): SynthesizedApp => synthesizedIn(stage, context, readOnce, groups);

function readOnce(directory: string): SynthesizedApp {
  const app = apps.get(directory) ?? readApp(directory);
  apps.set(directory, app);
  return app;
}

/** Nothing changes them, so those that were asked for are kept. */
const apps = new Map<string, SynthesizedApp>();

/** A function's environment variables. */
export const environmentOf = ({ properties }: Resource): Readonly<Record<string, string>> =>
  v.parse(Environment, properties).Environment.Variables;

const Environment = v.object({
  Environment: v.optional(v.object({ Variables: v.record(v.string(), v.string()) }), {
    Variables: {},
  }),
});
