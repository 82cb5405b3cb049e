import type { Log } from '#platform/log.ts';
import type { DeliveryMessage } from './delivery-message.ts';
import type { Receiver } from './receiver.ts';
import type { SlowReceivers } from './slow-receivers.ts';

/**
 * Limits how many deliveries one receiver gets at once while it is slow, or may be.
 *
 * - Slot: one of the three leases of a receiver in the table. A container takes one slot for all
 *   deliveries to the receiver that it makes at the same time.
 * - Place: the share of one delivery in the slot of its container. The last place releases the slot.
 * - Crowd: five or more messages of one receiver that a container handles at the same time. They
 *   need a slot even if the receiver is not known as slow, since a slow one would delay all others.
 */
export interface ReceiverSlots {
  /** Does work on a message, which counts towards a crowd until the work ends. */
  whileCounted(message: DeliveryMessage, work: () => Promise<void>): Promise<void>;
  isCrowded(message: DeliveryMessage): boolean;
  /** Does work within a slot. Returns false, without the work, when all slots are taken. */
  within(receiver: Receiver, work: () => Promise<void>): Promise<boolean>;
}

const crowdSize = 5;

interface SharedSlot {
  places: number;
  readonly slot: ReturnType<SlowReceivers['takeSlot']>;
}

export function receiverSlots({
  slowReceivers,
  log,
}: {
  readonly slowReceivers: Pick<SlowReceivers, 'takeSlot' | 'releaseSlot'>;
  readonly log: Log;
}): ReceiverSlots {
  const inFlight = new Map<string, number>();
  const sharedSlots = new Map<string, SharedSlot>();

  function count({ receiver = '' }: DeliveryMessage, more: 1 | -1): void {
    const sum = (inFlight.get(receiver) ?? 0) + more;
    if (sum > 0) inFlight.set(receiver, sum);
    else inFlight.delete(receiver);
  }

  async function release({ slot }: SharedSlot, { merchantId }: Receiver): Promise<void> {
    // Every delivery that shares the slot got the same error.
    const taken = await slot.catch(() => undefined);
    if (!taken) return;
    // The lease ends by itself. Throwing would send the same webhook again.
    await slowReceivers
      .releaseSlot(taken)
      .catch((error: unknown) => log.error('place not given back', error, { merchantId }));
  }

  return {
    async whileCounted(message, work) {
      // All messages of a batch are counted before the first of them is sent.
      count(message, 1);
      try {
        await work();
      } finally {
        count(message, -1);
      }
    },

    isCrowded: ({ receiver }) =>
      receiver !== undefined && (inFlight.get(receiver) ?? 0) >= crowdSize,

    async within(receiver, work) {
      const shared = sharedSlots.get(receiver.id) ?? {
        places: 0,
        slot: slowReceivers.takeSlot(receiver),
      };
      sharedSlots.set(receiver.id, shared);
      shared.places += 1;
      try {
        if (!(await shared.slot)) return false;
        await work();
        return true;
      } finally {
        shared.places -= 1;
        if (shared.places === 0) {
          sharedSlots.delete(receiver.id);
          await release(shared, receiver);
        }
      }
    },
  };
}
