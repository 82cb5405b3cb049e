import { SwitchError } from '#platform/errors.ts';
import type { Send, SendOptions, Sent } from '#platform/http/egress/egress.ts';
import type { MessageQueue } from '#platform/queues/message-queue.ts';
import type { MerchantKeys } from '#platform/secrets/merchant-keys.ts';
import type { TablePort } from '#platform/table/port.ts';
import type { CardVault } from '#vault/cards/card-vault.ts';
import type { CvcStore } from '#vault/cvc/cvc-store.ts';
import { VaultError } from '#vault/vault-error.ts';

/** Everything that code of ours reaches outside of its own memory. */
const ports = ['table', 'connector', 'queue', 'receiver', 'keys', 'vault', 'clock'] as const;
export type PortName = (typeof ports)[number];

export const faults = [
  'refuse',
  'lose',
  'die-before',
  'die-after',
  'slow',
  'twice',
  'garble',
] as const;
export type Fault = (typeof faults)[number];

/** A call of an invocation. */
export interface NamedCall {
  /** The first call of an invocation is 1. */
  readonly number: number;
  readonly port: PortName;
  /** The call, such as `put PAYMENT`. */
  readonly name: string;
}

export interface NumberedCall extends NamedCall {
  /** Whether it changes nothing outside of the process, so that twice is as good as once. */
  readonly isRead: boolean;
  /** Whether another call of the invocation was under way when it was made. */
  readonly isBeside: boolean;
}

/** Reading a clock is a read, too. */
const reads =
  /^(?:table: (?:get|query|batch get)|keys: unwrap|vault: (?:describe|fingerprints)|clock: now)\b/;

/** Returns the fault of a call; undefined for none. */
export type Plan = (call: NumberedCall) => Fault | undefined;

export const noFaults: Plan = () => undefined;

export const faultAt =
  (number: number, fault: Fault): Plan =>
  (call) =>
    call.number === number ? fault : undefined;

/**
 * The error that the caller of a process gets when it dies. Code inside of the process never sees
 * it.
 */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

/**
 * Awaited before a call is made; a test that orders the calls of several processes holds them here.
 */
export type Gate = (call: NamedCall) => Promise<void> | undefined;

export interface ProcessHooks {
  /** Lets virtual time pass, in milliseconds. */
  elapse(ms: number): Promise<void>;
  /** Receives every fault of a call. */
  readonly onFault?: (fault: Fault, call: NumberedCall) => void;
}

/** One process: a container that handles an invocation at a time, until it dies. */
export interface Process {
  /**
   * Runs one invocation, numbering its calls from 1. Rejects with ProcessDied when the plan kills
   * the process; code that ran then never continues, not even its `catch` and `finally`.
   */
  invoke<T>(plan: Plan, work: () => Promise<T>, gate?: Gate): Promise<T>;
  /** The calls of the latest invocation. */
  calls(): readonly NumberedCall[];
  isDead(): boolean;
  /** Ends it from outside, as the platform does at the time limit. */
  kill(reason: string): void;
  table(port: TablePort): TablePort;
  connector(send: Send): Send;
  receiver(send: Send): Send;
  queue<M>(name: string, queue: MessageQueue<M>): MessageQueue<M>;
  keys(keys: MerchantKeys): MerchantKeys;
  cards(cards: CardVault): CardVault;
  codes(codes: CvcStore): CvcStore;
  clock(now: () => Date): () => Date;
}

type Make<T> = () => Promise<T>;
type Meanings<T> = Readonly<
  Record<Exclude<Fault, 'die-before' | 'die-after'>, (make: Make<T>) => Promise<T>>
>;

/** An answer that never arrives: the process that waits for it is gone. */
const never = new Promise<never>(() => {});

/** The table's client gives up after three attempts of a second each. */
const tableTriesMs = 3_000;
const minute = 60_000;

export function numberedProcess({ elapse, onFault }: ProcessHooks): Process {
  let made: NumberedCall[] = [];
  let plan = noFaults;
  let gate: Gate = () => undefined;
  let dead = false;
  let killed: ((error: ProcessDied) => void) | undefined;
  let underWay = 0;

  function numbered(port: PortName, name: string): NumberedCall {
    const isRead = reads.test(`${port}: ${name}`);
    const call = { number: made.length + 1, port, name, isRead, isBeside: underWay > 0 };
    made.push(call);
    return call;
  }

  function kill(reason: string) {
    dead = true;
    killed?.(new ProcessDied(reason));
  }

  const die = ({ number, port, name }: NumberedCall) =>
    kill(`The process died at call ${number} (${port}: ${name}).`);

  async function called<T>(
    port: PortName,
    name: string,
    make: Make<T>,
    meanings: Meanings<T>,
  ): Promise<T> {
    if (dead) return never;
    const call = numbered(port, name);
    const fault = plan(call);
    underWay += 1;
    try {
      const waiting = gate(call);
      if (waiting) await waiting;
      if (dead) return never;
      if (fault) onFault?.(fault, call);
      switch (fault) {
        case undefined:
          return alive(await make());
        case 'die-before':
          die(call);
          return never;
        case 'die-after':
          await make();
          die(call);
          return never;
        default:
          return alive(await meanings[fault](make));
      }
    } catch (error) {
      if (dead) return never;
      throw error;
    } finally {
      underWay -= 1;
    }
  }

  const alive = <T>(answer: T): T | Promise<never> => (dead ? never : answer);

  const atTable = <T>(name: string, make: Make<T>) =>
    called('table', name, make, tableMeanings<T>());

  const tableMeanings = <T>(): Meanings<T> => ({
    refuse: () => Promise.reject(new SwitchError('temporarily_unavailable')),
    lose: afterFirst,
    async slow(make) {
      await make();
      await elapse(tableTriesMs);
      throw new SwitchError('temporarily_unavailable');
    },
    twice: keepingFirst,
    async garble(make) {
      await make();
      throw new SyntaxError('Unexpected token < in JSON at position 0');
    },
  });

  const atVault = <T>(name: string, make: Make<T>) =>
    called<T>('vault', name, make, {
      refuse: () => Promise.reject(new VaultError('service_unavailable')),
      lose: afterFirst,
      async slow(make) {
        await make();
        await elapse(tableTriesMs);
        throw new VaultError('service_unavailable');
      },
      twice: keepingFirst,
      async garble(make) {
        await make();
        throw new SyntaxError('Unexpected token < in JSON at position 0');
      },
    });

  const sending =
    (port: 'connector' | 'receiver', send: Send): Send =>
    (request, options) =>
      called(
        port,
        `${request.method} ${new URL(request.url).pathname}`,
        () => send(request, options),
        sendMeanings(port, options),
      );

  const sendMeanings = (
    port: 'connector' | 'receiver',
    { timeoutMs }: SendOptions,
  ): Meanings<Sent> => ({
    refuse: async () => ({ kind: 'not_sent', reason: 'no connection' }),
    async lose(make) {
      await make();
      return { kind: 'unknown', reason: 'broken' };
    },
    async slow(make) {
      await make();
      await elapse(timeoutMs);
      return { kind: 'unknown', reason: 'timeout' };
    },
    twice: afterFirst,
    async garble(make) {
      await make();
      return {
        kind: 'answered',
        response: {
          status: port === 'connector' ? 200 : 502,
          headers: { 'content-type': 'text/html' },
          body: '<html><body>Something is the matter.</body></html>',
        },
      };
    },
  });

  return {
    calls: () => made,
    isDead: () => dead,
    kill,

    invoke(nextPlan, work, nextGate = () => undefined) {
      made = [];
      underWay = 0;
      plan = nextPlan;
      gate = nextGate;
      return new Promise((resolve, reject) => {
        killed = reject;
        work().then(resolve, reject);
      });
    },

    table: (port) => ({
      get: (key, options) => atTable(`get ${key.sk}`, () => port.get(key, options)),
      put: (item, condition) => atTable(`put ${item.sk}`, () => port.put(item, condition)),
      delete: (key, condition) => atTable(`delete ${key.sk}`, () => port.delete(key, condition)),
      update: (key, changes) => atTable(`update ${key.sk}`, () => port.update(key, changes)),
      updateWhere: (key, changes, condition) =>
        atTable(`update ${key.sk}`, () => port.updateWhere(key, changes, condition)),
      take: (key, condition) => atTable(`take ${key.sk}`, () => port.take(key, condition)),
      query: (page) => atTable(`query ${page.index ?? ''}`.trim(), () => port.query(page)),
      batchGet: (keys, reading) => atTable('batch get', () => port.batchGet(keys, reading)),
      transact: (writes, token) => atTable('transact', () => port.transact(writes, token)),
    }),

    connector: (send) => sending('connector', send),
    receiver: (send) => sending('receiver', send),

    queue: <M>(name: string, queue: MessageQueue<M>): MessageQueue<M> => ({
      send: (messages, delaySeconds) =>
        called('queue', name, () => queue.send(messages, delaySeconds), {
          refuse: () => Promise.reject(unavailable('The queue')),
          lose: afterFirst,
          async slow(make) {
            await make();
            await elapse(tableTriesMs);
            throw unavailable('The queue');
          },
          twice: keepingFirst,
          async garble() {
            const [first, ...others] = messages;
            const left = others.length > 0 ? await queue.send(others, delaySeconds) : [];
            return first === undefined ? left : [first, ...left];
          },
        }),
    }),

    keys(keys) {
      const asked = <T>(name: string, make: Make<T>) =>
        called<T>('keys', name, make, {
          refuse: () => Promise.reject(unavailable('The key service')),
          lose: afterFirst,
          async slow(make) {
            await make();
            await elapse(tableTriesMs);
            throw unavailable('The key service');
          },
          twice: keepingFirst,
          garble: () => Promise.reject(new SyntaxError('Unexpected end of JSON input')),
        });
      return {
        make: (merchantId) => asked('make', () => keys.make(merchantId)),
        unwrap: (merchantId, wrapped) => asked('unwrap', () => keys.unwrap(merchantId, wrapped)),
      };
    },

    cards: (cards) => ({
      store: (request, card) => atVault('store', () => cards.store(request, card)),
      describe: (tenant, token, now) =>
        atVault('describe', () => cards.describe(tenant, token, now)),
      use: (request) => atVault('use', () => cards.use(request)),
      fingerprints: (tenant, digits, now) =>
        atVault('fingerprints', () => cards.fingerprints(tenant, digits, now)),
      remove: (request) => atVault('remove', () => cards.remove(request)),
    }),

    codes: (codes) => ({
      ...codes,
      // All that the switch itself does with codes.
      take: (request) => atVault('take', () => codes.take(request)),
    }),

    clock: (now) => () => {
      const time = now();
      if (dead) return time;
      const call = numbered('clock', 'now');
      const fault = plan(call);
      if (!fault) return time;
      onFault?.(fault, call);
      // Reading a clock does not wait, so the process goes on to its next call and ends there.
      if (fault === 'die-before' || fault === 'die-after') die(call);
      return new Date(time.getTime() + clockErrorsMs[fault]);
    },
  };
}

/** As far as clocks may differ; signatures are good for five minutes, and the way here takes time. */
const clockErrorMs = 4.9 * minute;

const clockErrorsMs: Readonly<Record<Fault, number>> = {
  refuse: -clockErrorMs,
  lose: -minute,
  slow: clockErrorMs,
  twice: minute,
  garble: -1_000,
  'die-before': 0,
  'die-after': 0,
};

async function afterFirst<T>(make: Make<T>): Promise<T> {
  await make();
  return make();
}

async function keepingFirst<T>(make: Make<T>): Promise<T> {
  const first = await make();
  await make();
  return first;
}

const unavailable = (what: string) => new Error(`${what} cannot be reached.`);
