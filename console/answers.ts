/** The answers of the console's server to its page. Times are in ms since 1970. */

/** How an entry of a story ended, or stands. */
export type Tone = 'good' | 'bad' | 'waiting' | 'plain';

/** The kinds of entries of a story. */
export type EntryKind =
  | 'request'
  | 'incoming'
  | 'routing'
  | 'exchange'
  | 'change'
  | 'event'
  | 'delivery'
  | 'received'
  | 'log';

/** One thing that happened to a payment. */
export interface Entry {
  readonly kind: EntryKind;
  readonly at: number;
  /** How long it took, in ms; absent for a moment. */
  readonly ms?: number;
  readonly title: string;
  /** A few words beside the title. */
  readonly note?: string;
  readonly tone: Tone;
  /** The changed fields, with the values before and after as text. */
  readonly changes?: readonly FieldChange[];
  /** The whole of it, masked. */
  readonly payload?: unknown;
}

export interface FieldChange {
  readonly field: string;
  readonly before?: string;
  readonly after?: string;
}

/** A payment as the list shows it. */
export interface PaymentSummary {
  readonly merchantId: string;
  readonly id: string;
  readonly status: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly connector?: string;
  readonly method?: string;
  readonly error?: string;
  readonly attempts: number;
  readonly createdAt: number;
}

export interface PaymentsAnswer {
  readonly payments: readonly PaymentSummary[];
  /** How many match, of those that the console knows. */
  readonly matching: number;
  /** How many the console knows. */
  readonly known: number;
  readonly statuses: readonly string[];
  /** Whether older payments are in the table, and not in the list. */
  readonly isCut: boolean;
}

export interface StoryAnswer {
  readonly payment: PaymentSummary;
  readonly entries: readonly Entry[];
  /** The items of the payment's partition as stored, masked. */
  readonly items: readonly unknown[];
}

/** An event with the state of its delivery. */
export interface EventSummary {
  readonly merchantId: string;
  readonly eventId: string;
  readonly type: string;
  readonly objectId: string;
  readonly paymentId?: string;
  readonly createdAt: number;
  /** Absent before the first attempt. */
  readonly state?: string;
  readonly attempts: number;
  readonly lastStatus?: number;
}

/** A webhook that the console's own receiver got. */
export interface Receipt {
  readonly at: number;
  readonly merchantId: string;
  readonly eventId?: string;
  readonly type?: string;
  readonly paymentId?: string;
  /** The result of the check of its signatures. */
  readonly verdict: 'verified' | 'wrong signature' | 'not signed' | 'unknown merchant';
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: unknown;
}

export interface WebhooksAnswer {
  readonly events: readonly EventSummary[];
  readonly receipts: readonly Receipt[];
  /** The receiver's address, to which a merchant's id is added. */
  readonly receiver: string;
}

export interface TestCard {
  readonly number: string;
  readonly meaning: string;
  readonly tone: Tone;
}

export interface ConnectorsAnswer {
  readonly connectors: readonly { readonly name: string; readonly cards: readonly TestCard[] }[];
  /** Connectors of real processors, which no button pays through. */
  readonly others: readonly string[];
}

export interface PaidAnswer {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly status: string;
  /** Where the customer has to go. */
  readonly redirectUrl?: string;
}

export interface TablesAnswer {
  readonly tables: readonly { readonly name: string; readonly hasStream: boolean }[];
}

export interface ItemsAnswer {
  readonly items: readonly {
    readonly pk: string;
    readonly sk: string;
    readonly item: unknown;
  }[];
  readonly next: string | null;
}

export interface QueueSummary {
  readonly name: string;
  readonly title: string;
  readonly visible: number;
  readonly inFlight: number;
  readonly delayed: number;
  /** Whether failed messages of another queue or of a stream end here. */
  readonly isDeadLetters: boolean;
  /** The queue that messages are moved back to; absent where none feeds it. */
  readonly redrivesTo?: string;
}

export interface QueuesAnswer {
  readonly queues: readonly QueueSummary[];
}

export interface MessagesAnswer {
  readonly messages: readonly {
    readonly body: unknown;
    readonly group?: string;
    /** When it becomes visible; 0 when it is. */
    readonly visibleAt: number;
  }[];
  readonly total: number;
}

export interface DueAnswer {
  readonly due: readonly {
    readonly kind: string;
    readonly merchantId: string;
    readonly id: string;
    readonly paymentId?: string;
    readonly dueAt: number;
  }[];
  readonly isCut: boolean;
}

/** A widget of a dashboard and its place, in columns of which a dashboard has 24, and rows. */
export type Widget = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
} & (
  | { readonly kind: 'text'; readonly markdown: string }
  | { readonly kind: 'alarms'; readonly title: string; readonly arns: readonly string[] }
  | { readonly kind: 'log query'; readonly title: string; readonly results: readonly LogResult[] }
  | {
      readonly kind: 'number';
      readonly title: string;
      readonly numbers: readonly { readonly label: string; readonly value?: number | undefined }[];
      readonly onlyInAws: readonly string[];
    }
  | Graph
);

/** A result of a log query: its fields in their order. */
type LogResult = readonly (readonly [field: string, value: string | number])[];

export interface Graph {
  readonly kind: 'graph';
  readonly title: string;
  readonly times: readonly number[];
  readonly lines: readonly GraphLine[];
  readonly left: Axis;
  readonly right: Axis;
  readonly onlyInAws: readonly string[];
}

interface GraphLine {
  readonly label: string;
  readonly isOnRight: boolean;
  readonly values: readonly (number | null)[];
}

interface Axis {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export interface DashboardsAnswer {
  readonly dashboards: readonly { readonly name: string; readonly widgets: readonly Widget[] }[];
}

export interface Alarm {
  readonly arn: string;
  readonly name: string;
  readonly state: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';
  /** Whether it is of other alarms, and wakes a person. */
  readonly isComposite: boolean;
  /** The event, its effect on merchants, and the runbook to open. */
  readonly description: string;
  readonly values: readonly (number | null)[];
  readonly threshold: number | undefined;
}

export interface AlarmsAnswer {
  readonly alarms: readonly Alarm[];
}

/** A page of docs, by its path below docs, as HTML whose links lead to the site of the docs. */
export interface DocumentAnswer {
  readonly path: string;
  readonly html: string;
}

/** Lines of the log, oldest first. */
export interface LinesAnswer {
  readonly lines: readonly {
    readonly at: number;
    readonly level: string;
    readonly source: string;
    readonly message: string;
  }[];
  /** For `since` of the next question. */
  readonly next: number;
}

/** The server has something new; the page asks again for its content. */
export interface Tick {
  readonly changes: number;
  readonly lines: number;
  readonly receipts: number;
}
