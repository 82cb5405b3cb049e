import type { TraceLine } from '../../../local/iam/access-trace.ts';
import type { Grant } from '../../../local/run-assembly.ts';
import { startWebhookReceiver } from '../receivers/webhook-receiver.ts';
import type { ExerciseContext } from '../requests/exercise.ts';
import { newId } from '../switch/merchant.ts';
import { type Call, type RunningSwitch, startSwitch } from '../switch/switch.ts';
import { functionNamed, functionNames } from './function-names.ts';

/** A grant of a function, with the function's name and words for both. */
export interface NamedGrant extends Grant {
  readonly name: string;
  /** `payments.confirm without dynamodb:PutItem on the table`. */
  readonly title: string;
}

export const isLog = ({ action }: Pick<Grant, 'action'>) => action.startsWith('logs:');
export const isSecret = ({ action }: Pick<Grant, 'action'>) => action.startsWith('secretsmanager:');

/** The common name of a grant's resource. */
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

/** A switch of a suite's own, with the grants of its functions. */
export interface GrantedFunctions {
  readonly running: RunningSwitch;
  /** The grants of these functions, in the order of `functionNames`. */
  readonly granted: readonly NamedGrant[];
  /** Where all is granted, or where the refusal of the grant that was taken away is seen. */
  world(taken?: Pick<Grant, 'displayName' | 'action'>): ExerciseContext;
}

/**
 * Starts a switch before the tests are named: there is one for each grant, and the assembly lists
 * they are. Called at the top of a suite, after whose tests it ends.
 */
export async function grantedFunctions(
  isMine: (name: string) => boolean,
  accessTrace?: (line: TraceLine) => void,
): Promise<GrantedFunctions> {
  const running = await startSwitch({ streamRetries: 1, ...(accessTrace && { accessTrace }) });
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

  it('every function is known by name with its work', () => {
    const names = new Set(granted.map(({ name }) => name));
    expect([...names].sort()).toEqual(functionNames.filter(isMine).sort());
  });

  return {
    running,
    granted,
    world(taken) {
      const from = lines.length;
      return {
        running: !taken || keepsAnswer(taken) ? { ...running, call: underKeys } : running,
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
    },
  };
}
