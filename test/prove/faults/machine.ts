import type {
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import type { Send } from '#platform/http/egress/egress.ts';
import { logTo } from '#platform/log.ts';
import type { Metric } from '#platform/metrics.ts';
import type { MessageQueue } from '#platform/queues/message-queue.ts';
import { queueFunction } from '#platform/queues/queue-function.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import type { Item, TablePort } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { learnOutcomes } from '#switch/routing/dynamic/learn-outcomes.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import { SyncMessage } from '#switch/sync/sync-message.ts';
import { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { slowReceivers } from '#webhooks/delivery/slow-receivers.ts';
import { deliverWebhook } from '../../../functions/queues/deliver-webhook.ts';
import { findDue } from '../../../functions/queues/find-due.ts';
import { publishEvents, readChanges } from '../../../functions/queues/publish-events.ts';
import { syncPending } from '../../../functions/queues/sync-pending.ts';
import {
  type RebuiltItem,
  rebuildEvents,
  rebuildEventsOf,
} from '../../../scripts/operate/rebuild-events.ts';
import type { sandboxProcessor } from '../../support/processors/sandbox-processor.ts';
import type { VirtualTime } from '../../support/runner/virtual-time.ts';
import {
  type Answer,
  type Ask,
  container,
  type SwitchDependencies,
} from '../../support/switch/switch-in-memory.ts';
import type { memoryKeys } from '../../support/table/memory-keys.ts';
import type { AVault } from '../../support/vault/a-vault.ts';
import type { Process } from './numbered-calls.ts';

/** Everything that one container of ours serves, all operations and functions, in one process. */
export interface Machine {
  readonly process: Process;
  /** The time at which the platform ends the running invocation. */
  endsAt: number;
  ask(operation: string, request: Ask): Promise<Answer>;
  readChanges(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse>;
  deliver(event: SQSEvent): Promise<SQSBatchResponse>;
  sync(event: SQSEvent): Promise<SQSBatchResponse>;
  findDue(): Promise<void>;
  /** As the command of operators does it with all items of the table. */
  rebuildEvents(items: readonly Item[], since: Date): Promise<readonly RebuiltItem[]>;
}

/** The parts outside of every process, which outlive it. */
export interface MachineDependencies {
  readonly table: TablePort;
  readonly keys: ReturnType<typeof memoryKeys>;
  readonly processor: ReturnType<typeof sandboxProcessor>;
  /** Its tables and its roots. */
  readonly vault: AVault;
  /** The way to the processor. */
  readonly sendToProcessor: Send;
  /** Merchants' servers. */
  readonly sendToMerchant: Send;
  readonly queues: {
    readonly deliveries: MessageQueue<DeliveryMessage>;
    readonly slow: MessageQueue<DeliveryMessage>;
    readonly undelivered: MessageQueue<DeliveryMessage>;
    readonly syncs: MessageQueue<SyncMessage>;
    readonly failedSyncs: MessageQueue<SyncMessage>;
  };
  /** The adapters that are asked; without it, our own. */
  readonly adapters?: SwitchDependencies['adapters'];
  readonly time: VirtualTime;
  readonly logged: string[];
  readonly metric: Metric;
}

export function machineOver(process: Process, outside: MachineDependencies): Machine {
  const { time, logged, metric } = outside;
  const port = process.table(outside.table);
  const table = tableOver(port);
  const keys = process.keys(outside.keys);
  const now = process.clock(() => new Date(time.now()));
  const log = logTo((line) => logged.push(line));
  const queues = {
    deliveries: process.queue('deliveries', outside.queues.deliveries),
    slow: process.queue('slow deliveries', outside.queues.slow),
    undelivered: process.queue('undelivered', outside.queues.undelivered),
    syncs: process.queue('syncs', outside.queues.syncs),
    failedSyncs: process.queue('failed syncs', outside.queues.failedSyncs),
  };
  const machine = { endsAt: 0 };
  const remainingMs = () => machine.endsAt - time.now();

  const vault = outside.vault.another();

  const { ask, services } = container(port, {
    keys,
    vault: { ...vault, cards: process.cards(vault.cards), codes: process.codes(vault.codes) },
    // The container reads the time only from here.
    clock: {
      get now() {
        return now();
      },
    },
    logged,
    processor: outside.processor,
    ...(outside.adapters && { adapters: outside.adapters }),
    send: process.connector(outside.sendToProcessor),
    receiver: process.receiver(outside.sendToMerchant),
    remainingMs,
    pause: time.sleep,
  });

  const publish = publishEvents({
    configurations: services.configurations,
    events: services.events,
    clock: now,
  });
  const deliver = deliverWebhook({
    configurations: services.configurations,
    events: services.events,
    retries: services.retries,
    failingReceivers: services.failingReceivers,
    lists: services.lists,
    secrets: merchantSecrets(keys),
    send: process.receiver(outside.sendToMerchant),
    queues,
    slowReceivers: slowReceivers(table, services.configurations, now),
    loopback: false,
    log,
    metric,
    clock: now,
    random: () => 0.5,
  });
  const search = findDue({ table, ...queues, log, metric, clock: now });
  const request = { remainingMs, requestId: 'req_guard' };
  const sync = syncPending({
    failedSyncs: queues.failedSyncs,
    log,
    sync: (place) => syncDueItem({ ...services, clock: now, log, metric }, place, request),
  });

  return Object.assign(machine, {
    process,
    ask,
    readChanges: readChanges({
      publish,
      ...queues,
      learn: (outcomes) => learnOutcomes(outcomes, { ...services, clock: now, log }),
      clock: now,
      log,
      metric,
    }),
    deliver: queueFunction(DeliveryMessage, deliver, log),
    sync: queueFunction(SyncMessage, sync, log),
    findDue: search,
    async rebuildEvents(items: readonly Item[], since: Date) {
      const told: RebuiltItem[] = [];
      const { configurations, events } = services;
      const rebuildOne = rebuildEventsOf({ configurations, events, clock: now, log });
      const time = { since, until: new Date(outside.time.now()) };
      await rebuildEvents(items, {
        rebuild: (item) => rebuildOne(item, time),
        rate: 50,
        report: (item) => told.push(item),
        sleep: outside.time.sleep,
      });
      return told;
    },
  });
}
