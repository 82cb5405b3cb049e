import type { Send } from '#platform/http/egress/egress.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { deliveryGroup } from '#webhooks/delivery/delivery-queue.ts';
import { fairChoice } from '../../../local/services/fair-queues.ts';
import { type VirtualTime, virtualTime } from '../runner/virtual-time.ts';
import { backlogMerchant, deliverSideBySide, type Lane } from './deliveries-side-by-side.ts';
import { answered, timedOut } from './webhook-delivery.ts';

/** A function that finds nothing looks again after so long, in milliseconds. */
export const pollMs = 20;

/** A fair queue on the virtual clock. */
function fairLane(time: VirtualTime): Lane {
  interface Waiting {
    readonly text: string;
    readonly messageGroupId: string;
    readonly visibleAt: number;
  }
  let waiting: Waiting[] = [];
  const inFlight = new Set<Waiting>();
  return {
    async send(messages: readonly DeliveryMessage[], delaySeconds = () => 0) {
      for (const message of messages) {
        const visibleAt = time.now() + delaySeconds(message) * 1_000;
        const messageGroupId = deliveryGroup(message);
        waiting.push({ text: JSON.stringify(message), messageGroupId, visibleAt });
      }
      return [];
    },
    async receive() {
      const visible = waiting.filter(({ visibleAt }) => visibleAt <= time.now());
      const chosen = fairChoice(visible, inFlight, 10).flatMap((place) => visible[place] ?? []);
      if (chosen.length === 0) await time.sleep(pollMs);
      waiting = waiting.filter((one) => !chosen.includes(one));
      return chosen.map((one) => {
        inFlight.add(one);
        return {
          message: JSON.parse(one.text),
          async done() {
            inFlight.delete(one);
          },
        };
      });
    },
  };
}

const backlogUrl = 'https://backlog.example/hooks';
const receiverMs = 50;

/**
 * How late the events of the other merchants are, while one merchant has a backlog at a receiver that
 * hangs or answers. Every function, queue and receiver is on the virtual clock.
 */
export async function delaysOnVirtualClock(backlog: number, hangs = false) {
  const time = virtualTime(new Date('2026-01-31T12:00:00.000Z'));
  const made = { tries: 0 };
  const send: Send = async ({ url }, { timeoutMs }) => {
    const isBacklog = url === backlogUrl;
    if (isBacklog) made.tries += 1;
    await time.sleep(isBacklog && hangs ? timeoutMs : receiverMs);
    return isBacklog && hangs ? timedOut : answered(200);
  };
  const work = deliverSideBySide(
    {
      time,
      lanes: { deliveries: fairLane(time), slow: fairLane(time) },
      functions: { deliveries: 50, slow: 10 },
      send,
      addressOf: (merchantId) =>
        merchantId === backlogMerchant ? backlogUrl : `https://${merchantId.slice(9)}.example/`,
      loopback: false,
    },
    { backlog, others: 4, everyMs: 200, forMs: 40_000 },
  );
  const told = await time.during(work);
  return { ms: told.map(({ ms }) => ms), ...made };
}
