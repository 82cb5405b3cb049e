import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PortTaken } from '../../local/run-assembly.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { eventually } from '../support/runner/eventually.ts';
import { runningProcesses } from '../support/switch/processes.ts';
import { hasDynamodbLocal, JavaMissing } from '../support/table/dynamodb-local.ts';
import { installedTables } from '../support/table/local-table.ts';
import { type Fixture, startFixture, synthesizeFixture } from './fixture-app.ts';

let fixture: Fixture;
beforeAll(() => {
  fixture = synthesizeFixture(12);
});
afterAll(() => fixture.remove());

const databases = () => runningProcesses().filter(({ name }) => name === 'java');
const isAlive = (pid: number) => databases().some((one) => one.pid === pid);

/** The databases that a process has started, each through a shell. */
function databasesOf(top: number): readonly number[] {
  const parents = new Map(runningProcesses().map(({ pid, parent }) => [pid, parent]));
  return databases()
    .filter(({ parent }) => parents.get(parent) === top)
    .map(({ pid }) => pid);
}

const installed = installedTables();

const { it } = drawnByDay('starts');

it.each(installed)(
  'a restart keeps tables, queues and objects, with its tables on %s',
  async (tables) => {
    const dataDirectory = mkdtempSync(path.join(tmpdir(), 'kept-'));
    const key = { pk: { S: 'kept' } };
    type Answer = { answer: Record<string, string> };
    const secret = { command: 'secretsmanager.GetSecretValue', input: { SecretId: '$SECRET' } };
    try {
      const first = await startFixture(fixture, { dataDirectory, tables });
      const ask = (command: string, input: object) =>
        first.assembly.invoke('Trusted', { command, input }) as Promise<Answer>;
      await ask('PutItem', { TableName: '$LEDGER', Item: { ...key, kind: { S: 'order' } } });
      await ask('SendMessage', { QueueUrl: '$LATER', MessageBody: 'late', DelaySeconds: 2 });
      const sealed = await ask('TrentService.GenerateDataKey', { KeyId: '$BOX' });
      const told = (await first.assembly.invoke('Trusted', secret)) as Answer;
      await first.assembly.idle();
      await first.assembly.stop();
      expect(told.answer.SecretString).toMatch(/^[A-Za-z0-9]{40}$/);

      const second = await startFixture(fixture, { dataDirectory, tables });
      const askAgain = (command: string, input: object) =>
        second.assembly.invoke('Trusted', { command, input }) as Promise<Answer>;
      const read = await askAgain('GetItem', { TableName: '$LEDGER', Key: key });
      expect(read.answer.Item).toMatchObject(key);
      const { CiphertextBlob, Plaintext } = sealed.answer;
      const opened = await askAgain('TrentService.Decrypt', { CiphertextBlob });
      expect(opened.answer.Plaintext).toBe(Plaintext);
      expect(await askAgain(secret.command, secret.input)).toEqual(told);
      await eventually(async () => {
        const { answer } = await askAgain('ReceiveMessage', { QueueUrl: '$LATER' });
        expect(JSON.stringify(answer)).toContain('late');
      });
      // Changes that the stream delivered before the restart are not delivered again; later ones
      // are.
      await askAgain('PutItem', {
        TableName: '$LEDGER',
        Item: { pk: { S: 'new' }, kind: { S: 'order' } },
      });
      await eventually(() => expect(second.printed('OnChange')).toHaveLength(1));
      expect(second.printed('OnChange')).toMatchObject([{ ids: ['new'] }]);
      await second.assembly.stop();
    } finally {
      rmSync(dataDirectory, { recursive: true, force: true });
    }
  },
);

it('a start says which port is taken, and for which API', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const starting = startFixture(fixture, { port: () => port });
  await expect(starting).rejects.toThrow(PortTaken);
  await expect(starting).rejects.toThrow(
    `Port ${port}, wanted for the API fixture, is taken by another program.`,
  );
  other.close();
});

const withDynamodbLocal = hasDynamodbLocal() ? it : it.skip;
if (!hasDynamodbLocal()) {
  process.stdout.write(
    'Not run: no start with DynamoDB Local, which "npx turnout dynamodb-local" fetches.\n',
  );
}
withDynamodbLocal('a start with DynamoDB Local says that Java is missing', async () => {
  const before = process.env.PATH;
  const bare = mkdtempSync(path.join(tmpdir(), 'bare-'));
  try {
    // A shell is still found, but nothing else is.
    process.env.PATH = bare;
    const starting = startFixture(fixture, { tables: 'dynamodb-local' });
    await expect(starting).rejects.toThrow(JavaMissing);
  } finally {
    process.env.PATH = before;
    rmSync(bare, { recursive: true });
  }
});

/** Runs the fixture in a process of its own, and resolves when it runs. */
async function startHost(...requests: readonly string[]) {
  const file = path.join(import.meta.dirname, 'lifetime-host.ts');
  const host = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file, fixture.directory, ...requests],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const line = await new Promise<Buffer>((resolve) => host.stdout.once('data', resolve));
  return { host, databases: databasesOf(host.pid ?? 0), said: JSON.parse(String(line)) };
}

it('a start does not take the tables of one program for those of another', async () => {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'kept-'));
  try {
    mkdirSync(path.join(dataDirectory, 'dynamodb'));
    await expect(startFixture(fixture, { dataDirectory })).rejects.toThrow(
      `${dataDirectory} holds tables of DynamoDB Local, which only earlier versions read: name another folder.`,
    );
  } finally {
    rmSync(dataDirectory, { recursive: true });
  }
});

/** The emulators that are programs: the built-in one is a thread, and ends with this process. */
const programs = installed.filter((name) => name !== 'built-in');

for (const tables of programs) {
  it(`${tables}, which holds the tables, ends with the switch that started it`, async () => {
    const { assembly } = await startFixture(fixture, { tables });
    const databases = databasesOf(process.pid);
    expect(databases).toHaveLength(1);
    await assembly.stop();
    expect(databases.filter(isAlive)).toEqual([]);
  });

  it(`the switch logs in one line that ${tables}, which holds its tables, was killed`, async () => {
    const { assembly, lines } = await startFixture(fixture, { tables });
    const [database = ''] = databasesOf(process.pid);
    process.kill(Number(database), 'SIGKILL');
    const message = `DynamoDB Local, which holds the tables, ended: it was killed by SIGKILL.`;
    expect(await assembly.failure).toMatchObject({ name: 'TablesEnded', message });
    expect(lines).toContainEqual({ level: 'error', source: 'tables', message });
    await assembly.stop();
  });

  it(`${tables} leaves no process and no folder behind when the switch that started it is killed`, async () => {
    const { host, databases } = await startHost(tables);
    expect(databases).toHaveLength(1);
    host.kill('SIGKILL');
    await eventually(() => expect(databases.filter(isAlive)).toEqual([]));
  });
}

it('the laptop stays small with all functions warm', async () => {
  const { host, said } = await startHost('built-in', 'warm');
  const all = runningProcesses()
    .filter(({ pid }) => pid === host.pid)
    .reduce((sum, { rssKb }) => sum + rssKb / 1024, 0);
  host.kill('SIGKILL');
  expect(said.functions).toBeGreaterThan(25);
  expect(all).toBeGreaterThan(0);
  expect(all).toBeLessThan(1_500);
});
