import { isObject, listOf, objectOf } from '../../../local/assembly/json.ts';
import { awsCall } from '../../../local/aws/aws-call.ts';
import { fairChoice, type Grouped } from '../../../local/services/fair-queues.ts';
import { type QueueEmulator, startQueueEmulator } from '../../../local/services/queue-emulator.ts';
import { queueSnapshot, restoreMessages } from '../../../local/services/queue-snapshot.ts';
import { createQueues, type LocalQueue } from '../../../local/services/queues.ts';

const of = (...groups: readonly (string | undefined)[]): Grouped[] =>
  groups.map((messageGroupId) => ({ messageGroupId }));

describe('the next messages of a fair queue', () => {
  it("a fair queue's next messages are those of groups with the fewest in flight, whatever came before them", () => {
    const visible = of('noisy', 'noisy', 'noisy', 'quiet');
    expect(fairChoice(visible, of('noisy', 'noisy'), 1)).toEqual([3]);
    expect(fairChoice(visible, of('noisy', 'noisy'), 3)).toEqual([3, 0, 1]);
  });

  it("a fair queue's next messages are shared by groups that wait alike, the oldest first", () => {
    expect(fairChoice(of('a', 'a', 'a', 'b', 'c', 'b'), [], 5)).toEqual([0, 3, 4, 1, 5]);
  });

  it("a fair queue's next messages are all messages when there are fewer, each once", () => {
    expect(fairChoice(of('a', undefined, 'a'), of('a'), 10)).toEqual([1, 0, 2]);
    expect(fairChoice([], of('a'), 10)).toEqual([]);
  });

  it("a fair queue's next messages come in the order of arrival when no message has a group", () => {
    expect(fairChoice(of(undefined, undefined, undefined), of(undefined), 2)).toEqual([0, 1]);
  });
});

describe('the queue emulator', () => {
  let started: QueueEmulator;
  beforeAll(async () => {
    started = await startQueueEmulator('eu-west-1');
  });
  afterAll(() => started.stop());

  async function aQueue(name: string) {
    const sqs = awsCall(started.call);
    const url = `http://sqs.eu-west-1.localhost/000000000000/${name}`;
    const queue: LocalQueue = {
      stackName: 'stack',
      logicalId: name,
      name,
      url,
      arn: `arn:aws:sqs:::${name}`,
      encryptionKey: undefined,
      policies: [],
      attributes: {},
      deadLetterArn: undefined,
    };
    await createQueues([queue], sqs);
    const send = (...groups: readonly (string | undefined)[]) =>
      sqs('AmazonSQS.SendMessageBatch', {
        QueueUrl: url,
        Entries: groups.map((group, index) => ({
          Id: String(index),
          MessageBody: `${group} ${index}`,
          ...(group && { MessageGroupId: group }),
        })),
      });
    const receive = async (count = 10) => {
      const { Messages } = await sqs('AmazonSQS.ReceiveMessage', {
        QueueUrl: url,
        MaxNumberOfMessages: count,
        MessageSystemAttributeNames: ['All'],
      });
      return listOf(Messages).filter(isObject);
    };
    return { queue, sqs, send, receive };
  }
  const bodies = (messages: readonly { readonly Body?: unknown }[]) =>
    messages.map(({ Body }) => Body);

  it('the queue emulator delivers the message of a quiet group before the backlog of a noisy one', async () => {
    const { send, receive } = await aQueue('fair');
    await send('noisy', 'noisy', 'noisy', 'noisy', 'noisy', 'noisy');
    await receive(3);
    await send('quiet', undefined);
    expect(bodies(await receive(2))).toEqual(['quiet 0', 'undefined 1']);
    expect(bodies(await receive())).toEqual(['noisy 3', 'noisy 4', 'noisy 5']);
  });

  it('the queue emulator names the group of a message, as SQS does', async () => {
    const { send, receive } = await aQueue('named');
    await send('quiet', undefined);
    const groups = (await receive()).map(
      ({ Attributes }) => objectOf(Attributes, 'Attributes').MessageGroupId,
    );
    expect(groups.map(String).sort()).toEqual(['quiet', 'undefined']);
  });

  it('the queue emulator keeps the groups of waiting messages over a restart', async () => {
    const { queue, sqs, send, receive } = await aQueue('kept');
    await send('noisy', 'noisy');
    const messages = await queueSnapshot(queue, started.call);
    expect(messages).toMatchObject([{ groupId: 'noisy' }, { groupId: 'noisy' }]);
    expect(await receive()).toHaveLength(2);
    await restoreMessages(queue, messages, sqs);
    await send('quiet');
    expect(bodies(await receive(1))).toEqual(['quiet 0']);
  });

  it('a message that a function had when a run was killed is received at once in the next', async () => {
    const { queue, sqs, send, receive } = await aQueue('killed');
    await send('noisy');
    expect(await receive()).toHaveLength(1);
    // In flight it is hidden for its visibility timeout.
    expect(await receive()).toEqual([]);
    const messages = await queueSnapshot(queue, started.call);
    expect(messages).toMatchObject([{ dueAt: 0 }]);
    await restoreMessages(queue, messages, sqs);
    expect(await receive()).toHaveLength(1);
  });
});
