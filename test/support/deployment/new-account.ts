import { seededRandom } from '../runner/seeded-random.ts';
import { virtualTime } from '../runner/virtual-time.ts';

/** How long functions run, in ms, as the bill assumes or longer; a new container starts before. */
const runsMs = {
  ...{ create: 40, confirm: 500, retrieve: 40, 'test processor': 150, 'its webhook': 50 },
  ...{ 'events of changes': 100, 'lists of changes': 100, 'delivery of an event': 250 },
};
type Name = keyof typeof runsMs;
const startMs = { least: 400, most: 900 };

/** DynamoDB gives a new table four shards; each of the stream's two readers reads them side by side. */
const shards = 4;
/** The fewest functions that Lambda takes for a queue. */
const deliveriesAtOnce = 2;
/** Changes of the stream and messages of a queue wait when no function is free: none of it is lost. */
const retryMs = 200;

/**
 * Shoppers of a sandbox who come within half a second, in an account of Lambda that is new: no
 * container has started, and ten functions run at once. Each creates a payment, thinks, confirms it
 * at the test processor, and looks at it. The simulation shares no code with the product.
 *
 * @param quota the account's limit of functions that run at once
 * @returns the shoppers' requests that found no free function, and the most functions at once
 */
export async function payInNewAccount(
  shoppers: number,
  { quota = 10, seed }: { readonly quota?: number; readonly seed: number },
): Promise<{ readonly refused: number; readonly most: number }> {
  const random = seededRandom(seed);
  const time = virtualTime(new Date(0), async () => {});
  const between = (least: number, most: number) => least + random() * (most - least);
  const idle = new Map<Name, number>();
  let [running, most, refused] = [0, 0, 0];

  /** Whether a function was free. */
  function starts(name: Name, ended: () => unknown = () => {}): boolean {
    if (running >= quota) return false;
    running += 1;
    most = Math.max(most, running);
    const warm = idle.get(name) ?? 0;
    if (warm > 0) idle.set(name, warm - 1);
    time.after(runsMs[name] + (warm > 0 ? 0 : between(startMs.least, startMs.most)), () => {
      running -= 1;
      idle.set(name, (idle.get(name) ?? 0) + 1);
      ended();
    });
    return true;
  }

  function asks(name: Name, answered?: () => unknown): void {
    if (!starts(name, answered)) refused += 1;
  }

  let [events, delivering] = [0, 0];
  function deliver(): void {
    if (events === 0 || delivering >= deliveriesAtOnce) return;
    const isStarted = starts('delivery of an event', () => {
      delivering -= 1;
      changes(false);
      deliver();
    });
    if (!isStarted) return void time.after(retryMs, deliver);
    events -= 1;
    delivering += 1;
  }

  /** A shard's changes, which one of the stream's readers takes in batches, one after the other. */
  function aReader(name: Name, gatherMs: () => number, read: (changes: number) => void) {
    let [waiting, isBusy] = [0, false];
    function take(): void {
      const taken = waiting;
      const isStarted = starts(name, () => {
        read(taken);
        isBusy = false;
        if (waiting > 0) gather();
      });
      if (isStarted) waiting = 0;
      else time.after(retryMs, take);
    }
    function gather(): void {
      isBusy = true;
      time.after(gatherMs(), take);
    }
    return () => {
      waiting += 1;
      if (!isBusy) gather();
    };
  }
  const readers = Array.from({ length: shards }, () => ({
    listed: aReader(
      'lists of changes',
      () => 3_000,
      () => {},
    ),
    heard: aReader('events of changes', () => between(0, 250), deliver),
  }));
  function changes(isPayment = true): void {
    const shard = readers[Math.floor(random() * shards)];
    if (isPayment) events += 1;
    shard?.listed();
    shard?.heard();
  }

  function confirms(): void {
    changes();
    asks('confirm', changes);
    // It waits for the test processor, which is a function of the same account.
    time.after(50, () => asks('test processor', () => time.after(100, () => asks('its webhook'))));
    time.after(2_500, () => asks('retrieve'));
  }
  for (let one = 0; one < shoppers; one += 1) {
    const thinks = () => time.after(between(300, 2_300), confirms);
    time.after(between(0, 500), () =>
      asks('create', () => {
        changes();
        thinks();
      }),
    );
  }
  await time.pass(60_000);
  return { refused, most };
}
