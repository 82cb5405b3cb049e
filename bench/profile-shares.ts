import * as v from 'valibot';
import { markdownTable } from './markdown-table.ts';

/** The inspector's samples of a thread. */
export const Profile = v.object({
  nodes: v.array(
    v.object({
      id: v.number(),
      callFrame: v.object({
        functionName: v.string(),
        url: v.string(),
        lineNumber: v.number(),
      }),
    }),
  ),
  samples: v.array(v.number()),
  /** Microseconds since the sample before. */
  timeDeltas: v.array(v.number()),
});

export interface CpuProfile {
  readonly thread: string;
  readonly profile: v.InferOutput<typeof Profile>;
}

/** How many functions are shown. */
const shown = 30;

/**
 * The time of some lifecycles: tables by component and by function, in ms of one lifecycle and as a
 * share of all. A component is a folder of ours, a package, the bundles of the functions, or a part
 * of Node.js. A sample counts for the function that ran, not for its callers.
 */
export function sharesOf(profiles: readonly CpuProfile[], root: string, lifecycles: number) {
  const components = new Map<string, number>();
  const functions = new Map<string, number>();
  const add = (sums: Map<string, number>, name: string, ms: number) =>
    sums.set(name, (sums.get(name) ?? 0) + ms);
  for (const { thread, profile } of profiles) {
    const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
    profile.samples.forEach((id, index) => {
      const frame = frames.get(id);
      if (!frame || idle.has(frame.functionName)) return;
      const ms = (profile.timeDeltas[index] ?? 0) / 1_000;
      const { component, file } = placeOf(frame.url, root);
      const name = frame.functionName || '(without a name)';
      add(components, frame.url === '' && inV8.has(name) ? name : component, ms);
      add(functions, `${name} | ${file}:${frame.lineNumber + 1} | ${thread}`, ms);
    });
  }
  const all = [...components.values()].reduce((sum, ms) => sum + ms, 0);
  const rows = (sums: ReadonlyMap<string, number>) =>
    [...sums]
      .sort(([, a], [, b]) => b - a)
      .slice(0, shown)
      .map(([name, ms]) => [
        ...name.split(' | '),
        (ms / lifecycles).toFixed(2),
        `${((100 * ms) / all).toFixed(1)} %`,
      ]);
  return [
    markdownTable(['component', 'ms of a lifecycle', 'share'], rows(components)),
    markdownTable(['function', 'place', 'thread', 'ms of a lifecycle', 'share'], rows(functions)),
  ].join('\n\n');
}

const idle: ReadonlySet<string> = new Set(['(idle)', '(root)']);
const inV8: ReadonlySet<string> = new Set(['(garbage collector)', '(program)']);

function placeOf(url: string, root: string) {
  if (url === '') return { component: 'built-in functions of V8 and Node.js', file: 'built in' };
  if (url.startsWith('node:')) return { component: 'Node.js', file: url };
  const file = url.replace(/^file:\/\//, '').replace(`${root}/`, '');
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  if (name !== undefined) return { component: name, file: file.replace(/^.*node_modules\//, '') };
  const [, bundle] = /\/asset\.[0-9a-f]+\/(.+)$/.exec(file) ?? [];
  if (bundle !== undefined) return { component: 'bundles of the functions', file: bundle };
  return { component: file.split('/').slice(0, -1).join('/'), file };
}
