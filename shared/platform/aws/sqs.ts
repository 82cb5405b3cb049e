import { createHash } from 'node:crypto';
import type { SendMessageBatchRequestEntry } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { type AwsClientSettings, type AwsService, awsClient } from './aws-client.ts';
import { endpointFrom, regionFrom } from './environment.ts';

/** The calls of SQS that we make. Each throws the errors of `AwsClient`. */
export interface MessageService {
  /** Sends ten messages at most, and returns the identifiers of those that were not accepted. */
  sendMessageBatch(
    queueUrl: string,
    entries: readonly SendMessageBatchRequestEntry[],
  ): Promise<readonly string[]>;
  /** Asks the queue about itself. */
  checkQueue(queueUrl: string): Promise<void>;
}

/** SQS at the host of the queue's address, as in the SDK. */
export function messageService(queueUrl: string, settings: AwsClientSettings): MessageService {
  const { region, endpoint } = settings;
  const client = awsClient(service, {
    ...settings,
    // Read by the first call.
    get endpoint() {
      const { origin } = new URL(queueUrl);
      const usual = endpoint ?? endpointFrom(process.env, 'sqs', region ?? regionFrom(process.env));
      return new URL(usual).origin === origin ? String(usual) : origin;
    },
  });
  return {
    async sendMessageBatch(QueueUrl, Entries) {
      const answer = await client.call('SendMessageBatch', { QueueUrl, Entries });
      const { Successful = [], Failed = [] } = v.parse(SentBatch, answer);
      const sums = new Map(Entries.map(({ Id, MessageBody = '' }) => [Id, md5(MessageBody)]));
      const changed = Successful.filter((one) => one.MD5OfMessageBody !== sums.get(one.Id));
      if (changed.length > 0) {
        const ids = changed.map(({ MessageId }) => MessageId).join(', ');
        throw new Error(`Invalid MD5 checksum on messages: ${ids}`);
      }
      return Failed.map(({ Id }) => Id);
    },
    async checkQueue(QueueUrl) {
      await client.call('GetQueueAttributes', { QueueUrl, AttributeNames: ['QueueArn'] });
    },
  };
}

const SentBatch = v.object({
  Successful: v.optional(
    v.array(v.object({ Id: v.string(), MessageId: v.string(), MD5OfMessageBody: v.string() })),
  ),
  Failed: v.optional(v.array(v.object({ Id: v.string() }))),
});

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

const service: AwsService = {
  name: 'sqs',
  target: 'AmazonSQS',
  contentType: 'application/x-amz-json-1.0',
  headers: { 'x-amzn-query-mode': 'true' },
  // As in the SDK. Lambda counts the invocations of a chain of messages by it, and stops a loop.
  headersOfCall: () => {
    const { AWS_LAMBDA_FUNCTION_NAME: isOnLambda, _X_AMZN_TRACE_ID: traceId } = process.env;
    return isOnLambda && traceId ? { 'X-Amzn-Trace-Id': traceId } : undefined;
  },
};
