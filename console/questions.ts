import * as v from 'valibot';
import { maskItem } from '#platform/table/masked-item.ts';
import type { LiveMetrics } from '../local/metrics/live-metrics.ts';
import type { AssemblyInside } from '../local/run-assembly.ts';
import type { Site } from '../site/open-site.ts';
import type {
  AlarmsAnswer,
  ConnectorsAnswer,
  DashboardsAnswer,
  ItemsAnswer,
  LinesAnswer,
  PaymentsAnswer,
  WebhooksAnswer,
} from './answers.ts';
import { testCards } from './demo-merchant.ts';
import { documentAnswer } from './documents.ts';
import { dueAnswer } from './due-view.ts';
import type { Machinery } from './machinery.ts';
import { messagesAnswer, queuesAnswer } from './queues-view.ts';
import type { RecentLines } from './recent-lines.ts';
import { scanPage } from './stored-items.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** The sources of the answers. */
export interface AnswerSources {
  readonly runtime: Machinery;
  readonly receiver: WebhookReceiver;
  /** The address at which a merchant's webhooks are received. */
  readonly receiverOf: (merchantId: string) => string;
  readonly inside: AssemblyInside;
  readonly metrics: Pick<LiveMetrics, 'dashboards' | 'alarms'>;
  readonly lines: RecentLines;
  /** The site of the docs. */
  readonly docs: () => Promise<Site>;
  /** Names of connectors that lead to real processors. */
  readonly realConnectors: () => Promise<readonly string[]>;
}

/** Answers to the page's questions, by path. An undefined answer means "not found". */
export type Questions = Readonly<Record<string, (query: unknown) => Promise<object | undefined>>>;

/** The most payments or events on one page of the console. */
const pageSize = 200;

const text = (limit: number) => v.pipe(v.string(), v.maxLength(limit));
const PaymentsQuery = v.object({
  status: v.optional(text(64), ''),
  text: v.optional(text(128), ''),
});
const ItemsQuery = v.object({
  table: text(256),
  beginning: v.optional(text(512), ''),
  from: v.optional(text(8_192)),
});
/** How far back the graphs show, in minutes. */
const DashboardsQuery = v.object({
  minutes: v.pipe(text(4), v.toNumber(), v.integer(), v.minValue(5), v.maxValue(1_440)),
});
const DocumentQuery = v.object({ path: text(128) });
/** Lines of the log after a count of them, with a text in them. */
const LinesQuery = v.object({
  since: v.pipe(text(16), v.toNumber(), v.integer(), v.minValue(0)),
  text: v.optional(text(128), ''),
});
/** The most lines of one answer. */
const mostLines = 1_000;
const QueueQuery = v.object({ queue: text(256) });

export const consoleQuestions = ({
  runtime,
  receiver,
  receiverOf,
  inside,
  metrics,
  docs,
  lines,
  realConnectors,
}: AnswerSources): Questions => ({
  async '/api/payments'(query): Promise<PaymentsAnswer> {
    await runtime.fresh();
    const { status, text: wanted } = v.parse(PaymentsQuery, query);
    const all = runtime.known.payments();
    const matching = all.filter(
      (payment) =>
        (status === '' || payment.status === status) &&
        (wanted === '' || JSON.stringify(payment).toLowerCase().includes(wanted.toLowerCase())),
    );
    return {
      payments: matching.slice(0, pageSize),
      matching: matching.length,
      known: all.length,
      isCut: runtime.known.isCut,
      statuses: [...new Set(all.map((payment) => payment.status))].sort(),
    };
  },
  async '/api/story'(query) {
    await runtime.fresh();
    return runtime.story(v.parse(v.object({ merchantId: text(64), paymentId: text(64) }), query));
  },
  async '/api/webhooks'(): Promise<WebhooksAnswer> {
    await runtime.fresh();
    return {
      events: runtime.known.events().slice(0, pageSize),
      receipts: receiver.receipts().slice(0, pageSize),
      receiver: receiverOf(''),
    };
  },
  '/api/connectors': async (): Promise<ConnectorsAnswer> => ({
    connectors: testCards(),
    others: await realConnectors(),
  }),
  async '/api/lines'(query): Promise<LinesAnswer> {
    const { since, text: wanted } = v.parse(LinesQuery, query);
    const unseen = Math.min(Math.max(lines.count - since, 0), mostLines);
    return {
      lines:
        unseen === 0 ? [] : lines.newest(unseen).filter(({ message }) => message.includes(wanted)),
      next: lines.count,
    };
  },
  '/api/tables': async () => ({
    tables: inside.tables.map(({ name, hasStream }) => ({ name, hasStream })),
  }),
  async '/api/items'(query): Promise<ItemsAnswer | undefined> {
    const { table, beginning, from } = v.parse(ItemsQuery, query);
    if (!inside.tables.some(({ name }) => name === table)) return undefined;
    const found = await scanPage(inside.dynamodb, table, { beginning, from, limit: 50 });
    return {
      items: found.items.map((item) => ({ pk: item.pk, sk: item.sk, item: maskItem(item) })),
      next: found.next ?? null,
    };
  },
  '/api/queues': () => queuesAnswer(inside),
  '/api/messages': (query) => messagesAnswer(inside, v.parse(QueueQuery, query).queue),
  async '/api/dashboards'(query): Promise<DashboardsAnswer> {
    const { minutes } = v.parse(DashboardsQuery, query);
    return { dashboards: metrics.dashboards({ lastMs: minutes * 60_000 }) };
  },
  '/api/alarms': async (): Promise<AlarmsAnswer> => ({ alarms: metrics.alarms() }),
  '/api/document': async (query) =>
    documentAnswer(await docs(), v.parse(DocumentQuery, query).path),
  '/api/due': () => dueAnswer(inside.dynamodb, runtime.table),
});
