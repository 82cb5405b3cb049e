import { messageService } from '../aws/sqs.ts';
import { queueTimeoutMs } from '../time-limits.ts';

/** Asks a queue of SQS about itself, which changes nothing. Rejects where it does not answer. */
export function queueCheck(url: string): () => Promise<void> {
  const service = messageService(url, { callTimeoutMs: queueTimeoutMs });
  return () => service.checkQueue(url);
}
