import type { Deployment } from '../assembly/deployment.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  optionalString,
  parseJson,
  stringOf,
  stringsOf,
} from '../assembly/json.ts';
import type { AwsCall } from '../aws/aws-call.ts';

/** An SQS queue of the assembly. */
export interface LocalQueue {
  readonly stackName: string;
  readonly logicalId: string;
  readonly name: string;
  readonly url: string;
  readonly arn: string;
  readonly encryptionKey: string | undefined;
  readonly policies: readonly Json[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly deadLetterArn: string | undefined;
}

/** Properties of a queue that are attributes of the same name. */
const attributeNames = [
  'ContentBasedDeduplication',
  'DelaySeconds',
  'FifoQueue',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'VisibilityTimeout',
];

/** Reads the queues, dead-letter queues before the queues that use them. */
export function queuesOf(deployment: Deployment): readonly LocalQueue[] {
  const policies = deployment.ofType('AWS::SQS::QueuePolicy');
  const queues = deployment.ofType('AWS::SQS::Queue').map((resource): LocalQueue => {
    const url = resource.reference();
    const redrive = redrivePolicy(resource.property('RedrivePolicy'));
    const attributes = attributeNames.flatMap((name) => {
      const value = resource.property(name);
      return value === undefined ? [] : [[name, stringOf(value, name)]];
    });
    return {
      stackName: resource.stackName,
      logicalId: resource.logicalId,
      name: stringOf(resource.attribute('QueueName'), 'QueueName'),
      url,
      arn: stringOf(resource.attribute('Arn'), 'Arn'),
      encryptionKey: optionalString(resource.property('KmsMasterKeyId')),
      policies: policies
        .filter((policy) => stringsOf(policy.property('Queues')).includes(url))
        .flatMap((policy) => listOf(policy.property('PolicyDocument'))),
      attributes: {
        ...Object.fromEntries(attributes),
        ...(redrive && { RedrivePolicy: JSON.stringify(redrive) }),
      },
      deadLetterArn: redrive && stringOf(redrive.deadLetterTargetArn, 'deadLetterTargetArn'),
    };
  });
  const deadLetters = new Set(queues.map(({ deadLetterArn }) => deadLetterArn));
  return queues.toSorted((a, b) => Number(deadLetters.has(b.arn)) - Number(deadLetters.has(a.arn)));
}

function redrivePolicy(value: Json | undefined): JsonObject | undefined {
  if (value === undefined) return undefined;
  const policy = objectOf(typeof value === 'string' ? parseJson(value) : value, 'RedrivePolicy');
  // The emulator compares the receive count as a number.
  return { ...policy, maxReceiveCount: Number(policy.maxReceiveCount) };
}

export async function createQueues(queues: readonly LocalQueue[], sqs: AwsCall) {
  for (const { name, attributes } of queues) {
    await sqs('AmazonSQS.CreateQueue', { QueueName: name, Attributes: attributes });
  }
}

export interface QueueDepth {
  readonly logicalId: string;
  readonly visible: number;
  readonly inFlight: number;
  readonly delayed: number;
}

export async function queueDepth(
  { logicalId, url }: LocalQueue,
  sqs: AwsCall,
): Promise<QueueDepth> {
  const { Attributes } = await sqs('AmazonSQS.GetQueueAttributes', {
    QueueUrl: url,
    AttributeNames: ['All'],
  });
  const of = (suffix: string) =>
    isObject(Attributes) ? Number(Attributes[`ApproximateNumberOfMessages${suffix}`]) : 0;
  return { logicalId, visible: of(''), inFlight: of('NotVisible'), delayed: of('Delayed') };
}
