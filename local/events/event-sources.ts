import type { Deployment, Resource } from '../assembly/deployment.ts';
import { stringOf } from '../assembly/json.ts';
import type { TableWrites } from '../gate/data-gate.ts';
import type { FunctionAccess } from '../iam/function-access.ts';
import { ownMember, setOwnMember } from '../own-member.ts';
import type { State } from '../services/kept-state.ts';
import { type LocalQueue, queueDepth } from '../services/queues.ts';
import type { EventSource, SourceServices } from './event-source.ts';
import { queueSource } from './queue-source.ts';
import type { Checkpoints } from './stream-shards.ts';
import { streamSource } from './stream-source.ts';

/** All queues and streams that feed functions. */
export interface EventSources {
  /** Resolves when no change, message or invocation is pending. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

interface SourceSettings {
  readonly deployment: Deployment;
  readonly functions: FunctionAccess;
  /** The ARN of each table's stream in the emulator, by table name. */
  readonly streamArns: ReadonlyMap<string, string>;
  /** The positions in the streams, updated while they are read. */
  readonly progress: State['checkpoints'];
  readonly services: SourceServices & { readonly writes: TableWrites };
  /** The number of running and waiting invocations. */
  readonly running: () => number;
}

/** How long `idle` waits before it reports that the system does not become idle. */
const maxIdleWaitMs = 60_000;

/** Starts to read the sources of all enabled mappings. */
export function startEventSources(settings: SourceSettings): EventSources {
  const { deployment, services, running } = settings;
  const sources: EventSource[] = [];
  const fedQueues: LocalQueue[] = [];
  for (const mapping of deployment.ofType('AWS::Lambda::EventSourceMapping')) {
    if (mapping.property('Enabled') === false) continue;
    const { source, queue } = sourceOf(mapping, settings);
    if (queue) fedQueues.push(queue);
    sources.push(source);
  }

  async function isAtRest(): Promise<boolean> {
    const quiet = () => running() === 0 && sources.every((source) => source.isIdle());
    if (!quiet()) return false;
    const depths = await Promise.all(fedQueues.map((queue) => queueDepth(queue, services.sqs)));
    return depths.every(({ visible, inFlight }) => visible + inFlight === 0) && quiet();
  }

  return {
    async idle() {
      const until = Date.now() + maxIdleWaitMs;
      const noMore = sources.map((source) => source.pollSooner());
      try {
        for (let restful = 0; restful < 2; ) {
          if (Date.now() > until) throw new Error('Things did not come to rest within a minute.');
          restful = (await isAtRest()) ? restful + 1 : 0;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      } finally {
        for (const end of noMore) end();
      }
    },
    async stop() {
      await Promise.all(sources.map(({ stop }) => stop()));
    },
  };
}

function sourceOf(
  mapping: Resource,
  { functions, streamArns, progress, services }: SourceSettings,
): { readonly source: EventSource; readonly queue?: LocalQueue } {
  const arn = stringOf(mapping.property('EventSourceArn'), 'EventSourceArn');
  const target = functions.find(stringOf(mapping.property('FunctionName'), 'FunctionName'));
  const { queues, tables } = services.resources;
  const queue = [...queues.values()].find((one) => one.arn === arn);
  if (queue) return { source: queueSource(mapping, queue, target, services), queue };
  const table = [...tables.values()].find((one) => one.streamArn === arn);
  if (!table) throw new Error(`${mapping.logicalId}: there is no queue or stream ${arn} here.`);
  const stream = streamArns.get(table.name);
  if (!stream) throw new Error(`${mapping.logicalId}: ${table.name} has no stream.`);
  const id = `${mapping.stackName}/${mapping.logicalId}/${stream}`;
  const read = checkpointsIn(progress, id);
  return { source: streamSource(mapping, table, stream, target, read, services) };
}

function checkpointsIn(progress: State['checkpoints'], source: string): Checkpoints {
  const shards = ownMember(progress, source) ?? {};
  setOwnMember(progress, source, shards);
  return {
    get: (shardId) => ownMember(shards, shardId),
    set(shardId, sequenceNumber) {
      setOwnMember(shards, shardId, sequenceNumber);
    },
  };
}
