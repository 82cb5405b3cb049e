import { eventually } from '../../support/runner/eventually.ts';
import { type Fixture, type Started, startFixture, synthesizeFixture } from '../fixture-app.ts';

interface Outcome {
  readonly answer?: Record<string, unknown>;
  readonly error?: string;
  readonly message?: string;
}

let fixture: Fixture;
let started: Started;
beforeAll(async () => {
  fixture = synthesizeFixture();
  started = await startFixture(fixture, { secretValue: () => 'test_admin' });
});
afterAll(async () => {
  await started.assembly.stop();
  fixture.remove();
});

const asking = async (who: string, command: string, input: object) =>
  (await started.assembly.invoke(who, { command, input })) as Outcome;
const key = { pk: { S: 'one' } };

describe('a function may do what its role says, and nothing else', () => {
  it('a function reads the table that it was granted', async () => {
    const written = await asking('Trusted', 'PutItem', { TableName: '$LEDGER', Item: key });
    expect(written.error).toBeUndefined();
    const { answer } = await asking('Reader', 'GetItem', { TableName: '$LEDGER', Key: key });
    expect(answer).toEqual({ Item: key });
  });

  it('a function is refused another action, in the words of AWS', async () => {
    const { error, message } = await asking('Reader', 'PutItem', {
      TableName: '$LEDGER',
      Item: key,
    });
    expect(error).toBe('AccessDeniedException');
    expect(message).toMatch(
      /^User: arn:aws:sts::000000000000:assumed-role\/.+\/fixture-work-Reader is not authorized to perform: dynamodb:PutItem on resource: arn:aws:dynamodb:eu-west-1:000000000000:table\/fixture-data-Ledger because no identity-based policy allows the dynamodb:PutItem action$/,
    );
  });

  it('a function without grants is refused everything', async () => {
    const get = { TableName: '$LEDGER', Key: key };
    expect((await asking('Nobody', 'GetItem', get)).error).toBe('AccessDeniedException');
    const send = { QueueUrl: '$LATER', MessageBody: 'x' };
    expect((await asking('Nobody', 'SendMessage', send)).error).toBe('AccessDenied');
  });

  it('a function needs a separate grant for an index', async () => {
    const query = {
      TableName: '$LEDGER',
      IndexName: 'by-owner',
      KeyConditionExpression: '#o = :o',
      ExpressionAttributeNames: { '#o': 'owner' },
      ExpressionAttributeValues: { ':o': { S: 'me' } },
    };
    expect((await asking('Trusted', 'Query', query)).answer).toMatchObject({ Count: 0 });
    const refused = await asking('Reader', 'Query', query);
    expect(refused.message).toContain('table/fixture-data-Ledger/index/by-owner');
  });

  it('a function needs the grant of each operation in a transaction', async () => {
    const put = { Put: { TableName: '$LEDGER', Item: key } };
    const check = {
      ConditionCheck: {
        TableName: '$SEALED',
        Key: key,
        ConditionExpression: 'attribute_exists(pk)',
      },
    };
    const refused = await asking('Trusted', 'TransactWriteItems', { TransactItems: [put, check] });
    expect(refused.message).toContain('dynamodb:ConditionCheckItem');
    expect(
      (await asking('Trusted', 'TransactWriteItems', { TransactItems: [put] })).answer,
    ).toEqual({});
  });

  it('a function needs BatchGetItem, not GetItem, to get many items', async () => {
    const input = { RequestItems: { $LEDGER: { Keys: [key] } } };
    expect((await asking('Reader', 'BatchGetItem', input)).message).toContain(
      'dynamodb:BatchGetItem',
    );
    expect((await asking('Trusted', 'BatchGetItem', input)).answer).toMatchObject({
      Responses: { 'fixture-data-Ledger': [key] },
    });
  });

  it('a function needs the key of an encrypted table', async () => {
    const put = await asking('Trusted', 'PutItem', { TableName: '$SEALED', Item: key });
    expect(put.error).toBeUndefined();
    const { error, message } = await asking('Reader', 'GetItem', {
      TableName: '$SEALED',
      Key: key,
    });
    expect(error).toBe('AccessDeniedException');
    expect(message).toContain('kms:Decrypt');
  });

  it('a function needs the key of an encrypted queue', async () => {
    const send = { QueueUrl: '$LOCKED', MessageBody: 'x' };
    expect((await asking('Trusted', 'SendMessage', send)).error).toBeUndefined();
    expect((await asking('Reader', 'SendMessage', send)).message).toContain('kms:GenerateDataKey');
  });

  it('a function is stopped by a queue’s own policy, whatever its role allows', async () => {
    const { error, message } = await asking('Trusted', 'PurgeQueue', { QueueUrl: '$LOCKED' });
    expect(error).toBe('AccessDenied');
    expect(message).toContain('explicit deny in a resource-based policy');
  });

  it("a function can't use a key whose policy does not delegate to the account", async () => {
    const { error } = await asking('Trusted', 'TrentService.GenerateDataKey', { KeyId: '$SHUT' });
    expect(error).toBe('AccessDeniedException');
  });

  it('a function is refused without its credentials', async () => {
    const echo = await fetch(`${started.url}/echo/1`);
    const { environment } = (await echo.json()) as { environment: Record<string, string> };
    const response = await fetch(environment.AWS_ENDPOINT_URL_SQS ?? '', {
      method: 'POST',
      headers: {
        'x-amz-target': 'DynamoDB_20120810.ListTables',
        authorization: 'Credential=AKIA1/x',
      },
      body: '{}',
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('UnrecognizedClientException');
  });

  it('a function is refused after its time is up, and the next invocation is not', async () => {
    const invoke = (id: string, ms: number) => started.assembly.invoke('Late', { id, ms });
    const read = async (id: string) =>
      (await asking('Trusted', 'GetItem', { TableName: '$LEDGER', Key: { pk: { S: id } } })).answer;
    const before = String(await invoke('in time', 1));
    expect(await read('in time')).toMatchObject({ Item: { kind: { S: 'late' } } });
    await expect(invoke('too late', 1_500)).rejects.toThrow('Task timed out after 1.00 seconds');
    await eventually(() =>
      expect(started.lines.map(({ message }) => message)).toContainEqual(
        expect.stringMatching(`DynamoDB_20120810.PutItem was refused: the access key ${before} `),
      ),
    );
    expect(await read('too late')).toEqual({});
    expect(await invoke('again', 1)).not.toBe(before);
    expect(await read('again')).toMatchObject({ Item: { kind: { S: 'late' } } });
  });

  it("a function's output is dropped when its role may not write logs", async () => {
    await asking('Silent', 'GetItem', { TableName: '$LEDGER', Key: key });
    await asking('Nobody', 'GetItem', { TableName: '$LEDGER', Key: key });
    await eventually(() => expect(started.printed('Nobody')).not.toHaveLength(0));
    expect(started.printed('Silent')).toHaveLength(0);
  });
});

describe('KMS', () => {
  const seal = async (EncryptionContext: object) => {
    const { answer } = await asking('Trusted', 'TrentService.GenerateDataKey', {
      KeyId: 'alias/box',
      KeySpec: 'AES_256',
      EncryptionContext,
    });
    return answer as { CiphertextBlob: string; Plaintext: string };
  };
  const open = (who: string, CiphertextBlob: string, EncryptionContext: object) =>
    asking(who, 'TrentService.Decrypt', { CiphertextBlob, EncryptionContext });

  it('KMS decrypts a data key only with its encryption context', async () => {
    const { CiphertextBlob, Plaintext } = await seal({ purpose: 'cards', merchant: 'mer_1' });
    const opened = await open('Trusted', CiphertextBlob, { merchant: 'mer_1', purpose: 'cards' });
    expect(opened.answer).toMatchObject({ Plaintext });
    expect(Buffer.from(Plaintext, 'base64')).toHaveLength(32);
    const other = await open('Trusted', CiphertextBlob, { merchant: 'mer_2', purpose: 'cards' });
    expect(other.error).toBe('InvalidCiphertextException');
  });

  it('KMS serves a role only in the context that its policy names', async () => {
    const cards = await seal({ purpose: 'cards' });
    const mail = await seal({ purpose: 'mail' });
    const opened = await open('Narrow', cards.CiphertextBlob, { purpose: 'cards' });
    expect(opened.answer).toMatchObject({ Plaintext: cards.Plaintext });
    const refused = await open('Narrow', mail.CiphertextBlob, { purpose: 'mail' });
    expect(refused.error).toBe('AccessDeniedException');
  });

  it('KMS refuses ciphertext that was tampered with', async () => {
    const { CiphertextBlob } = await seal({});
    const bytes = Buffer.from(CiphertextBlob, 'base64');
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    const { error } = await open('Trusted', bytes.toString('base64'), {});
    expect(error).toBe('InvalidCiphertextException');
  });
});

describe('Secrets Manager', () => {
  it('a secret has the value that the start asked for', async () => {
    const { answer } = await asking('Trusted', 'secretsmanager.GetSecretValue', {
      SecretId: '$SECRET',
    });
    expect(answer).toMatchObject({ SecretString: 'test_admin', VersionStages: ['AWSCURRENT'] });
  });
  it('a secret is given to no other function', async () => {
    const { error } = await asking('Reader', 'secretsmanager.GetSecretValue', {
      SecretId: '$SECRET',
    });
    expect(error).toBe('AccessDeniedException');
  });
  it('a secret missing in the template is unknown', async () => {
    const { error } = await asking('Trusted', 'secretsmanager.GetSecretValue', {
      SecretId: 'other',
    });
    expect(error).toBe('ResourceNotFoundException');
  });
});

describe('grants', () => {
  const table = 'arn:aws:dynamodb:eu-west-1:000000000000:table/fixture-data-Ledger';

  it('grants are listed for each function, with whether they were needed', async () => {
    await fetch(`${started.url}/orders`, {
      method: 'POST',
      body: '{"id":"g"}',
      headers: { 'content-type': 'application/json' },
    });
    const grants = started.assembly.iam.grants();
    const of = (id: string) => grants.filter(({ functionLogicalId }) => functionLogicalId === id);
    expect(of('Orders')).toContainEqual({
      stackName: 'fixture-work',
      functionLogicalId: 'Orders',
      displayName: 'Orders',
      action: 'dynamodb:PutItem',
      resource: table,
      used: true,
    });
    const queues = of('Trusted').filter(({ action }) => action === 'sqs:*');
    const needed = queues.filter(({ used }) => used).map(({ resource }) => resource);
    expect(needed).toEqual(['arn:aws:sqs:eu-west-1:000000000000:fixture-data-Locked']);
    expect(of('Silent')).toEqual([]);
  });

  it('grants can be removed for a while, and functions that needed them fail', async () => {
    const grant = { functionLogicalId: 'Orders', action: 'dynamodb:PutItem', resource: table };
    const order = () =>
      fetch(`${started.url}/orders`, {
        method: 'POST',
        body: '{"id":"h"}',
        headers: { 'content-type': 'application/json' },
      });
    expect((await started.assembly.iam.without(grant, order)).status).toBe(500);
    expect((await order()).status).toBe(201);
  });

  it('grants that do not exist cannot be removed', async () => {
    const grant = { functionLogicalId: 'Orders', action: 'dynamodb:Scan', resource: table };
    await expect(started.assembly.iam.without(grant, async () => 1)).rejects.toThrow('not granted');
  });
});

describe('objects', () => {
  const at = (Key: string) => ({ Bucket: '$SHELF', Key });
  const put = (who: string, Key: string) =>
    asking(who, 'PutObject', { ...at(Key), Body: `in ${Key}` });

  it('objects are written, read and removed with the grants for it', async () => {
    expect((await put('Trusted', 'open/one')).error).toBeUndefined();
    expect((await asking('Trusted', 'GetObject', at('open/one'))).answer).toEqual({
      text: 'in open/one',
    });
    expect((await asking('Trusted', 'HeadObject', at('open/one'))).answer).toMatchObject({
      ContentLength: 11,
    });
    expect((await asking('Trusted', 'DeleteObject', at('open/one'))).error).toBeUndefined();
  });

  it('objects that are missing are refused like forbidden ones when the caller may not list the bucket, and are not found when it may', async () => {
    for (const command of ['GetObject', 'HeadObject', 'DeleteObject']) {
      const [trusted, lister] = await Promise.all(
        ['Trusted', 'Lister'].map(async (who) => asking(who, command, at('open/missing'))),
      );
      const expected = {
        GetObject: ['AccessDenied', 'NoSuchKey'],
        // An answer to HEAD has no body, so the client finds only the status.
        HeadObject: ['Unknown', 'NotFound'],
        DeleteObject: [undefined, undefined],
      }[command];
      expect([command, trusted?.error, lister?.error]).toEqual([command, ...(expected ?? [])]);
    }
    expect((await asking('Trusted', 'GetObject', at('open/missing'))).message).toContain(
      'is not authorized to perform: s3:ListBucket on resource: arn:aws:s3:::fixture-data-shelf because',
    );
  });

  it('objects are refused without a grant, or with another one, in the words of AWS', async () => {
    await put('Trusted', 'shut/one');
    for (const [who, command] of [
      ['Nobody', 'GetObject'],
      ['Reader', 'GetObject'],
      ['Reader', 'DeleteObject'],
    ] as const) {
      const { error, message } = await asking(who, command, at('shut/one'));
      expect(error).toBe('AccessDenied');
      expect(message).toContain(
        `is not authorized to perform: s3:${command} on resource: arn:aws:s3:::fixture-data-shelf/shut/one`,
      );
    }
  });

  it('objects are refused by the bucket when its policy says so', async () => {
    const { error, message } = await put('Trusted', 'forbidden/one');
    expect([error, message]).toEqual([
      'AccessDenied',
      expect.stringContaining('explicit deny in a resource-based policy'),
    ]);
  });

  it('objects need the key of their encryption', async () => {
    await put('Trusted', 'open/two');
    const { error, message } = await asking('Reader', 'GetObject', at('open/two'));
    expect([error, message]).toEqual(['AccessDenied', expect.stringContaining('kms:Decrypt')]);
    expect((await put('Reader', 'open/three')).message).toContain('kms:GenerateDataKey');
  });

  it('objects of another bucket do not exist, and nothing else is emulated', async () => {
    const elsewhere = { Bucket: 'somewhere', Key: 'one' };
    expect((await asking('Trusted', 'GetObject', elsewhere)).error).toBe('NoSuchBucket');
    const listed = await asking('Trusted', 'ListObjects', { Bucket: '$SHELF' });
    expect(listed.error).toBe('NotImplemented');
  });
});
