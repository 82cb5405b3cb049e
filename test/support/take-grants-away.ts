import { jest } from '@jest/globals';
import type { Grant } from '../../local/run-assembly.ts';
import type { ExerciseContext } from './exercise.ts';
import { allExercises, exerciseOf, makeItLog } from './exercise-functions.ts';
import { functionNamed, functionNames } from './function-names.ts';
import { newId } from './merchant.ts';
import { type Call, eventually, startSwitch } from './switch.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const isLog = ({ action }: Pick<Grant, 'action'>) => action.startsWith('logs:');
const isSecret = ({ action }: Pick<Grant, 'action'>) => action.startsWith('secretsmanager:');

/** What people call the thing that a grant is about. */
function called({ resource }: Grant): string {
  const [, index] = /\/index\/(.+)$/.exec(resource) ?? [];
  if (index) {
    const [, table] = /turnout-laptop-vault-([A-Za-z]+?)[0-9A-F]{8}/.exec(resource) ?? [];
    return `the index ${index}${table ? ` of the vault’s ${table}` : ''}`;
  }
  if (resource.includes('/stream/')) return 'the stream';
  const [, service = ''] = /^arn:aws:(\w+):/.exec(resource) ?? [];
  const queues = [
    'Unpublished',
    'Unlisted',
    'Undelivered',
    'Notifications',
    'SyncQueue',
    'Unsettled',
    'SlowDeliveries',
    'Deliveries',
  ];
  const queue = queues.find((name) => resource.includes(name)) ?? '';
  const [, ofVault, id] =
    /(secret|table)[:/]turnout-laptop-vault-([A-Za-z]+?)[0-9A-F]{8}/.exec(resource)?.map(String) ??
    [];
  if (ofVault) return `the vault’s ${ofVault} ${id}`;
  const things: Readonly<Record<string, string>> = {
    dynamodb: 'the table',
    kms: 'the key',
    logs: 'its log',
    s3: 'the files',
    secretsmanager: 'the admin key',
    sqs: `the queue ${queue}`,
  };
  return things[service] ?? resource;
}

/**
 * A test for each grant of the functions that are named so: without it a function cannot do its work,
 * and with all of them it can. Called at the top of a suite, which has a switch of its own.
 */
export async function verifyGrants(isMine: (name: string) => boolean): Promise<void> {
  // What is refused for want of a grant is refused each time; what took too long on a busy machine is not.
  jest.retryTimes(2);

  // Before the tests are named: there is one for each grant, and the assembly says what they are.
  const running = await startSwitch({ streamRetries: 1 });
  const receiver = await startWebhookReceiver();
  const { assembly, lines } = running;
  afterAll(async () => {
    await running.stop();
    await receiver.stop();
  });

  const granted = assembly.iam
    .grants()
    .map((grant) => {
      const name = functionNamed(grant.functionLogicalId);
      return { ...grant, name, title: `${name} without ${grant.action} on ${called(grant)}` };
    })
    .filter(({ name }) => isMine(name))
    .sort((a, b) => functionNames.indexOf(a.name) - functionNames.indexOf(b.name));
  /** Some functions write items for nothing but to keep their answers for who repeats a request. */
  const keepsAnswer = ({ action }: Pick<Grant, 'action'>) => action === 'dynamodb:PutItem';
  const underKeys: Call = (method, path, given = {}) => {
    const headers = { 'idempotency-key': newId('key'), ...given.headers };
    return running.call(method, path, method === 'POST' ? { ...given, headers } : given);
  };

  /** Where all is granted, or where somebody listens for the refusal of what was taken away. */
  function world(taken?: Pick<Grant, 'displayName' | 'action'>): ExerciseContext {
    const from = lines.length;
    return {
      running: taken && keepsAnswer(taken) ? { ...running, call: underKeys } : running,
      receiver,
      withoutGrant: taken !== undefined,
      wasRefused: () =>
        lines
          .slice(from)
          .some(
            ({ source, message }) =>
              source === taken?.displayName &&
              message.includes(`is not authorized to perform: ${taken.action} `),
          ),
    };
  }

  it('knows every function by name, and the work of each', () => {
    const names = new Set(granted.map(({ name }) => name));
    expect([...names].sort()).toEqual(functionNames.filter(isMine).sort());
  });

  describe('a function cannot do its work', () => {
    // The secrets come first: functions keep them for a while once they have read them.
    const all = granted.filter((grant) => !isLog(grant));
    const secrets = all.filter(isSecret);
    const isMaster = ({ resource }: Grant) => resource.includes('MasterKey');
    // The functions by which a merchant is taken on come before those that need one.
    const takesOn = ({ name }: { readonly name: string }) =>
      ['accounts.create', 'api-keys.create', 'connector-accounts.create'].includes(name);
    // Of the vault's two, the master key is looked at whenever the admin key is.
    const inOrder = [
      ...secrets.filter(isMaster),
      ...secrets.filter(takesOn),
      ...secrets.filter((grant) => !isMaster(grant) && !takesOn(grant)),
      ...all.filter((grant) => !isSecret(grant)),
    ];

    // That it can with it is seen below, where all of it is done with all that is granted.
    it.each(inOrder)('$title', async (grant) => {
      const exercise = exerciseOf(grant.name, grant.action, grant.resource);
      const isDone = await retryOnce(async () => {
        const act = await exercise(world(grant));
        return assembly.iam.without(grant, act);
      });
      expect(isDone).toBe(false);
    });
  });

  describe('a function’s words reach nobody', () => {
    const saidIn = ({ displayName }: Grant, id: string) =>
      lines.filter(
        ({ source, message }) =>
          source === displayName && message.startsWith('{') && message.includes(id),
      );

    // That each function may write its own log is seen in the templates; what that grant is there
    // for is the same for all, and shown by one function of each group.
    const groupOf = (name: string) => name.split('.')[0];
    const isFirst = ({ name }: { readonly name: string }) =>
      name === functionNames.find((one) => isMine(one) && groupOf(one) === groupOf(name));
    it.each(granted.filter(isLog).filter(isFirst))('$title, and do with it', async (grant) => {
      const unheard = await assembly.iam.without(grant, async () => {
        const id = await makeItLog(grant.name, running);
        // What a function says comes a little after its answer.
        await new Promise((resolve) => setTimeout(resolve, 100));
        return id;
      });
      const heard = await makeItLog(grant.name, running);
      await eventually(() => expect(saidIn(grant, heard)).not.toEqual([]));
      expect(saidIn(grant, unheard)).toEqual([]);
    });
  });

  it('grants nothing that no function needs', async () => {
    // Under keys for repeats: for some that is all that they write items for.
    const underKeysWorld = { ...world(), running: { ...running, call: underKeys } };
    const undone: string[] = [];
    for (const { called, exercise } of allExercises(isMine)) {
      const isDone = await retryOnce(async () => {
        const act = await exercise(underKeysWorld);
        return act();
      });
      if (!isDone) undone.push(called);
    }
    expect(undone).toEqual([]);
    for (const name of functionNames.filter(isMine)) await makeItLog(name, running);
    const unused = assembly.iam
      .grants()
      .filter(({ used, functionLogicalId }) => !used && isMine(functionNamed(functionLogicalId)));
    const named = unused.map(({ functionLogicalId, action, resource }) => [
      ...[functionNamed(functionLogicalId), action, resource],
    ]);
    expect(named).toEqual([]);
  }, 300_000);
}

/**
 * What the guard, or the news of a processor, changed in between is refused with a reason that has
 * nothing to do with grants. Then the work is done once more, with things of its own.
 */
const retryOnce = (exercise: () => Promise<boolean>): Promise<boolean> =>
  exercise().catch(exercise);
