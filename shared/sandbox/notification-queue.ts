import { sqsQueue } from '#platform/queues/sqs-queue.ts';
import type { Notification, NotificationMessage } from './notification-message.ts';

export interface NotificationQueue {
  /** Sends each notification with its own delay. Throws when the queue did not take all of them. */
  send(notifications: readonly Notification[]): Promise<void>;
}

export function notificationQueue(
  queue = sqsQueue<NotificationMessage>(process.env.NOTIFICATION_QUEUE_URL ?? ''),
): NotificationQueue {
  return {
    async send(notifications) {
      if (notifications.length === 0) return;
      const delays = new Map(
        notifications.map(({ message, delaySeconds }) => [message, delaySeconds]),
      );
      const left = await queue.send([...delays.keys()], (message) => delays.get(message) ?? 0);
      if (left.length > 0) throw new Error('The queue did not take every notification.');
    },
  };
}
