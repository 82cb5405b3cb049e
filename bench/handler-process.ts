import { closeSync, openSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { bodyOf, startContainer, withoutLogging } from './container.ts';

/**
 * Runs one handler in a process of its own and prints the CPU time and memory that it used. Its
 * command line names a file with the bundle, the environment and the requests.
 */
const Asked = v.object({
  file: v.string(),
  environment: v.record(v.string(), v.string()),
  requests: v.array(
    v.object({
      method: v.picklist(['GET', 'POST', 'PUT', 'DELETE']),
      params: v.optional(v.record(v.string(), v.string())),
      apiKey: v.optional(v.string()),
      body: v.optional(v.unknown()),
    }),
  ),
});

const [asked = ''] = process.argv.slice(2);
const { file, environment, requests } = v.parse(Asked, JSON.parse(readFileSync(asked, 'utf8')));

/** CPU time of the work in ms, over all threads of the process. */
async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const rssKb = () => Math.round(process.memoryUsage.rss() / 1_024);
const emptyKb = rssKb();
let [heapBytes, peakKb] = [0, 0];
const nowhere = openSync('/dev/null', 'w');
const { result } = await withoutLogging(nowhere, async () => {
  const loading: ReturnType<typeof startContainer>[] = [];
  const load = await cpuMsOf(() => loading.push(startContainer(file, environment)));
  const loadedKb = rssKb();
  const [container] = loading;
  if (!container) throw new Error('Nothing was loaded.');
  const [first, ...more] = requests.map((request) => container.prepare(request));
  const firstMs = first ? await cpuMsOf(async () => bodyOf(await first())) : 0;
  const eachMs: number[] = [];
  for (const send of more) {
    eachMs.push(await cpuMsOf(async () => bodyOf(await send())));
    heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed);
    peakKb = Math.max(peakKb, rssKb());
  }
  return { load, firstMs, eachMs, loadedKb };
});
closeSync(nowhere);
process.stdout.write(
  JSON.stringify({
    ...result,
    emptyKb,
    peakKb,
    heapKb: Math.round(heapBytes / 1_024),
  }),
);
process.exit();
