import { resolveDeployment } from '../../../local/assembly/deployment.ts';
import type { LocalFunction } from '../../../local/assembly/functions.ts';
import { type Json, type JsonObject, parseJson } from '../../../local/assembly/json.ts';
import { localNames } from '../../../local/assembly/physical-names.ts';
import { templateOf } from '../../../local/assembly/template.ts';
import { startSchedules } from '../../../local/events/schedules.ts';
import type { FunctionPool } from '../../../local/functions/function-pool.ts';

const functionArn = 'arn:aws:lambda:eu-west-1:000000000000:function:sweep';
const sweep: LocalFunction = {
  stackName: 'app',
  logicalId: 'Sweep',
  displayName: 'Sweep',
  name: 'sweep',
  arn: functionArn,
  description: '',
  roleArn: '',
  handler: 'index.handler',
  codeDirectory: '',
  environment: {},
  timeoutMs: 1_000,
  memoryMb: 128,
  reservedConcurrency: undefined,
  mayRecur: false,
  logGroup: '',
  logFormat: 'JSON',
};

/** A moment from now, as schedules write it. */
const soon = () => `at(${new Date(Date.now() + 50).toISOString().slice(0, -1)})`;

/** Runs the schedules of a template for a moment: the invocations with their input, and the log. */
async function runBriefly(Resources: JsonObject, permitted = true) {
  const invoked: Json[] = [];
  const said: string[] = [];
  const pool: Pick<FunctionPool, 'invoke'> = {
    invoke: async (_, event) => {
      invoked.push(parseJson(event));
      return { kind: 'result', payload: 'null' };
    },
  };
  const names = localNames('eu-west-1', { apiUrl: () => '', queueHost: '' });
  const stack = { name: 'app', template: templateOf({ Resources }), assets: new Map() };
  const stop = startSchedules(
    resolveDeployment([stack], 'eu-west-1', names),
    { find: () => sweep, permits: () => permitted },
    pool,
    ({ message }) => said.push(message),
  );
  await new Promise((resolve) => setTimeout(resolve, 150));
  stop();
  return { invoked, said };
}

const rule = (more: JsonObject = {}, target: JsonObject = {}) => ({
  Type: 'AWS::Events::Rule',
  Properties: {
    ScheduleExpression: soon(),
    Targets: [{ Id: 'one', Arn: functionArn, ...target }],
    ...more,
  },
});

it('a schedule runs a function when its rule is due, with the event that EventBridge sends', async () => {
  const { invoked } = await runBriefly({ EveryMinute: rule() });
  expect(invoked).toEqual([
    expect.objectContaining({
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: '000000000000',
      region: 'eu-west-1',
      resources: ['arn:aws:events:eu-west-1:000000000000:rule/app-EveryMinute'],
      detail: {},
    }),
  ]);
});

it('a schedule runs a function with the input of the rule when it has one', async () => {
  const { invoked } = await runBriefly({ EveryMinute: rule({}, { Input: '{"shard":1}' }) });
  expect(invoked).toEqual([{ shard: 1 }]);
});

it('a schedule runs nothing for a disabled rule', async () => {
  expect((await runBriefly({ Off: rule({ State: 'DISABLED' }) })).invoked).toEqual([]);
});

it('a schedule does not run a function that does not allow the rule to invoke it, and logs that', async () => {
  const { invoked, said } = await runBriefly({ EveryMinute: rule() }, false);
  expect(invoked).toEqual([]);
  expect(said).toEqual(['EveryMinute may not invoke Sweep.']);
});

describe('a schedule of the scheduler', () => {
  const schedule = (): JsonObject => ({
    Type: 'AWS::Scheduler::Schedule',
    Properties: {
      ScheduleExpression: soon(),
      Target: { Arn: functionArn, RoleArn: 'arn:aws:iam::000000000000:role/caller', Input: '{}' },
    },
  });
  const role = (Resource: string): JsonObject => ({
    Type: 'AWS::IAM::Role',
    Properties: {
      RoleName: 'caller',
      Policies: [
        {
          PolicyDocument: {
            Statement: [{ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource }],
          },
        },
      ],
    },
  });

  it('a schedule of the scheduler runs its function when its role may invoke it', async () => {
    const { invoked } = await runBriefly({ Sweeping: schedule(), Caller: role(functionArn) });
    expect(invoked).toEqual([{}]);
  });
  it('a schedule of the scheduler runs nothing when its role may not', async () => {
    const { invoked } = await runBriefly({ Sweeping: schedule(), Caller: role(`${functionArn}2`) });
    expect(invoked).toEqual([]);
  });
});
