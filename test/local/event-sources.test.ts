import { eventually } from '../support/runner/eventually.ts';
import { installedTables, type TablesName } from '../support/table/local-table.ts';
import { type Fixture, type Started, startFixture, synthesizeFixture } from './fixture-app.ts';

interface Change {
  readonly ids: string[];
  readonly first: Record<string, unknown>;
}
interface HandlerCall {
  readonly bodies: string[];
  readonly first: { attributes: Record<string, string> } & Record<string, unknown>;
}

let fixture: Fixture;
let started: Started;
beforeAll(() => {
  fixture = synthesizeFixture();
});
afterAll(() => fixture.remove());

/** Runs the fixture for the tests of a group. */
function runsOn(tables: TablesName) {
  beforeAll(async () => {
    started = await startFixture(fixture, { tables });
  });
  afterAll(() => started.assembly.stop());
}

const order = (id: string, fields: Record<string, string> = {}) =>
  fetch(`${started.url}/orders`, {
    method: 'POST',
    body: JSON.stringify({ id, ...fields }),
    headers: { 'content-type': 'application/json' },
  });
const asTrusted = (command: string, input: object) =>
  started.assembly.invoke('Trusted', { command, input }) as Promise<{
    answer?: { Messages?: { Body: string; ReceiptHandle: string }[] };
    error?: string;
    message?: string;
  }>;
const changes = () => started.printed('OnChange') as Change[];
const work = () => started.printed('OnWork') as HandlerCall[];
const worked = () => work().flatMap(({ bodies }) => bodies);
const depth = async (id: string) =>
  (await started.assembly.queueDepths()).find(({ logicalId }) => logicalId === id);

describe.each(installedTables())('a table’s stream, with the table on %s,', (tables) => {
  runsOn(tables);

  it('a table’s stream sends a change to its function, which reaches the queue’s function', async () => {
    await order('first');
    await started.assembly.idle();
    expect(worked()).toContain('first');
    expect(changes()[0]?.first).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-west-1',
      eventSourceARN: expect.stringContaining('table/fixture-data-Ledger/stream/'),
      dynamodb: { Keys: { pk: { S: 'first' } }, SequenceNumber: expect.any(String) },
    });
  });

  it('a table’s stream drops a change that the filter does not match', async () => {
    const Item = { pk: { S: 'note' }, kind: { S: 'note' } };
    await asTrusted('PutItem', { TableName: '$LEDGER', Item });
    await order('after-note');
    await started.assembly.idle();
    expect(changes().flatMap(({ ids }) => ids)).not.toContain('note');
    expect(worked()).toContain('after-note');
  });

  it('a table’s stream delivers changes in order', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `in-order-${index}`);
    for (const id of ids) await order(id);
    await started.assembly.idle();
    expect(
      changes().flatMap((change) => change.ids.filter((id) => id.startsWith('in-order'))),
    ).toEqual(ids);
  });

  it('a table’s stream parks a change that always fails, alone, and goes on with those around it', async () => {
    await Promise.all(['left', 'poison', 'right'].map((id) => order(id)));
    await eventually(async () => expect((await depth('Parked'))?.visible).toBe(1));
    await started.assembly.idle();
    expect(worked()).toEqual(expect.arrayContaining(['left', 'right']));
    const { answer } = await asTrusted('ReceiveMessage', {
      QueueUrl: '$PARKED',
    });
    expect(JSON.parse(answer?.Messages?.[0]?.Body ?? '')).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted' },
      DDBStreamBatchInfo: {
        batchSize: 1,
        streamArn: expect.stringContaining('fixture-data-Ledger'),
      },
    });
  });

  it('a table’s stream tries again from the change that was reported as failed', async () => {
    await order('fine-before');
    await order('partly', { partly: 'fails' });
    await order('fine-after');
    await eventually(() => expect(worked()).toContain('fine-after'));
    // Whether it comes first in its batch the first time depends on how fast the stream is read.
    expect(changes().filter(({ ids }) => ids.includes('partly')).length).toBeGreaterThanOrEqual(2);
    await started.assembly.idle();
  });

  it('a table’s stream stops without a message once its function may not read it, and catches up when it may', async () => {
    const grant = started.assembly.iam
      .grants()
      .find(
        ({ functionLogicalId, action }) =>
          functionLogicalId === 'OnChange' && action === 'dynamodb:GetRecords',
      );
    if (!grant) throw new Error('There is no such grant.');
    await started.assembly.iam.without(grant, async () => {
      await order('unseen');
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(changes().flatMap(({ ids }) => ids)).not.toContain('unseen');
    });
    await eventually(() => expect(worked()).toContain('unseen'));
  });
});

describe('a queue', () => {
  runsOn('built-in');

  it('a queue sends its messages to functions as Lambda does', async () => {
    await asTrusted('SendMessage', {
      QueueUrl: '$WORK',
      MessageBody: 'hello',
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'greeting' } },
    });
    await eventually(() => expect(worked()).toContain('hello'));
    expect(work().find(({ bodies }) => bodies[0] === 'hello')?.first).toMatchObject({
      messageId: expect.any(String),
      receiptHandle: expect.any(String),
      attributes: { ApproximateReceiveCount: '1', SentTimestamp: expect.any(String) },
      messageAttributes: { kind: { stringValue: 'greeting', dataType: 'String' } },
      md5OfBody: '5d41402abc4b2a76b9719d911017c592',
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:eu-west-1:000000000000:fixture-data-Work',
    });
  });

  it('a queue returns only failed messages, and moves them to the dead letters in the end', async () => {
    await asTrusted('SendMessage', { QueueUrl: '$WORK', MessageBody: 'bad' });
    await asTrusted('SendMessage', { QueueUrl: '$WORK', MessageBody: 'good' });
    await eventually(async () => expect((await depth('WorkDead'))?.visible).toBe(1));
    expect(worked().filter((body) => body === 'bad')).toHaveLength(2);
    expect(worked().filter((body) => body === 'good')).toHaveLength(1);
    await eventually(async () =>
      expect(await depth('Work')).toMatchObject({ visible: 0, inFlight: 0 }),
    );
  });

  it('a queue moves a message to the dead letters whose function was invoked 16 times in one chain, with a line in the log', async () => {
    await asTrusted('SendMessage', { QueueUrl: '$LOOP', MessageBody: 'chain 1' });
    await eventually(async () => expect((await depth('LoopDead'))?.visible).toBe(1));
    const expected = Array.from({ length: 16 }, (_, index) => ({
      name: 'chain',
      count: index + 1,
    }));
    // Each container prints for itself, so the lines of two may change places.
    await eventually(async () => expect(started.printed('OnLoop')).toHaveLength(expected.length));
    expect(started.printed('OnLoop')).toEqual(expect.arrayContaining(expected));
    // It is deleted once the dead letters have it.
    const empty = { visible: 0, inFlight: 0, delayed: 0 };
    await eventually(async () => expect(await depth('Loop')).toMatchObject(empty));
    const lines = started.lines.map(({ message }) => message);
    expect(lines.filter((line) => line.startsWith('Recursive loop'))).toEqual([
      'Recursive loop: invoked 16 times in one chain of requests. A message of Loop goes to LoopDead.',
    ]);
    // Other chains go on.
    await asTrusted('SendMessage', { QueueUrl: '$LOOP', MessageBody: 'other 20' });
    await eventually(() =>
      expect(started.printed('OnLoop')).toContainEqual({ name: 'other', count: 20 }),
    );
  });

  it('a queue invokes a function with RecursiveLoop: Allow as often as the function sends messages', async () => {
    await asTrusted('SendMessage', { QueueUrl: '$BOUNDED', MessageBody: 'chain 1' });
    await eventually(() => expect(started.printed('OnBounded')).toHaveLength(20));
  });

  it('a queue delivers nothing once its function may not delete from it', async () => {
    const grant = started.assembly.iam
      .grants()
      .find(
        ({ functionLogicalId, action }) =>
          functionLogicalId === 'OnWork' && action === 'sqs:DeleteMessage',
      );
    if (!grant) throw new Error('There is no such grant.');
    await started.assembly.iam.without(grant, async () => {
      // A receive that was under way when the grant was removed still succeeds.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      await asTrusted('SendMessage', { QueueUrl: '$WORK', MessageBody: 'waits' });
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(worked()).not.toContain('waits');
    });
    await eventually(() => expect(worked()).toContain('waits'));
  });

  it('a queue has as many batches at its function at once as the template states', async () => {
    const QueueUrl = '$CROWD';
    for (const MessageBody of 'abcdefghij') {
      await asTrusted('SendMessage', { QueueUrl, MessageBody });
    }
    await eventually(async () =>
      expect(await depth('Crowd')).toMatchObject({ visible: 2, inFlight: 8 }),
    );
  });

  it('a queue accepts a delay of 900 seconds and refuses a longer one, as SQS does', async () => {
    const send = (DelaySeconds: number) =>
      asTrusted('SendMessage', { QueueUrl: '$LATER', MessageBody: 'x', DelaySeconds });
    expect((await send(900)).error).toBeUndefined();
    expect((await send(901)).error).toBe('InvalidParameterValue');
    expect(await depth('Later')).toMatchObject({ visible: 0, delayed: 1 });
  });

  it('a queue shows a message again when its function returns it early', async () => {
    const QueueUrl = '$LOCKED';
    await asTrusted('SendMessage', { QueueUrl, MessageBody: 'again' });
    const first = await asTrusted('ReceiveMessage', { QueueUrl });
    const ReceiptHandle = first.answer?.Messages?.[0]?.ReceiptHandle;
    await asTrusted('ChangeMessageVisibility', { QueueUrl, ReceiptHandle, VisibilityTimeout: 0 });
    const second = await asTrusted('ReceiveMessage', { QueueUrl });
    expect(second.answer?.Messages?.[0]?.Body).toBe('again');
  });
});
