import {
  checks,
  type DeployedStack,
  type FirstHourAccount,
  type Shift,
} from '../../../scripts/operate/first-hour-checks.ts';
import { reportFirstHour } from '../../../scripts/operate/first-hour-report.ts';

const aStack = (
  part: string,
  status = 'CREATE_COMPLETE',
  outputs: Readonly<Record<string, string>> = part === 'api' ? { Url: 'https://api.example/' } : {},
): DeployedStack => ({
  name: `turnout-sandbox-${part}`,
  status,
  outputs: new Map(Object.entries(outputs)),
});

const aShift = (more: Partial<Shift> = {}): Shift => ({
  group: 'g',
  config: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
  status: 'Succeeded',
  errorCode: undefined,
  ...more,
});

const anAlias = (live: string) => ({
  stackName: 'turnout-sandbox-api-payments',
  stackStatus: 'UPDATE_COMPLETE',
  stackChangedAt: new Date(0),
  logicalId: 'Live',
  resourceStatus: 'UPDATE_COMPLETE',
  aliasArn: 'arn:aws:lambda:eu-west-1:123456789012:function:f:live',
  deployed: '3',
  live,
  takingOver: undefined,
  revision: 'r1',
});

const dataResources = [
  { type: 'AWS::DynamoDB::GlobalTable', logicalId: 'TableCD117FA1', physicalId: 'the-table' },
  { type: 'AWS::KMS::Key', logicalId: 'Key961B73FD', physicalId: 'mrk-1' },
];

/** A sandbox that was deployed, changed and rolled back as the section describes. */
const sandbox: FirstHourAccount = {
  isBootstrapped: async () => true,
  concurrentExecutions: async () => 1_000,
  apiLimit: async () => ({ rate: 10_000, burst: 5_000 }),
  stacks: async () => [aStack('data'), aStack('api'), aStack('api-payments', 'UPDATE_COMPLETE')],
  resources: async (stack) =>
    stack === 'turnout-sandbox-data'
      ? dataResources
      : [{ type: 'AWS::Lambda::Function', logicalId: 'F', physicalId: `${stack}-f` }],
  events: async (logicalId) => [
    { at: new Date(90_000), logicalId, status: 'CREATE_COMPLETE', reason: '' },
    { at: new Date(9_000), logicalId: 'F', status: 'CREATE_FAILED', reason: 'Rate exceeded' },
    { at: new Date(0), logicalId, status: 'CREATE_IN_PROGRESS', reason: 'User Initiated' },
  ],
  functionNamed: async () => ({
    state: 'Active',
    isInNetwork: true,
    variables: {
      TABLE_NAME: 'the-table',
      MERCHANT_KEY_ARN: 'arn:aws:kms:eu-west-1:123456789012:key/mrk-1',
    },
  }),
  aliases: async () => [anAlias('3')],
  shifts: async () => [aShift(), aShift({ status: 'Stopped', errorCode: 'ALARM_ACTIVE' })],
  statusOf: async () => 200,
};

/** The results of the ten checks of the sandbox, with these differences. */
async function report(different: Partial<FirstHourAccount> = {}) {
  const said: string[] = [];
  const account = { ...sandbox, ...different };
  const findings = await reportFirstHour(account, 'sandbox', (line) => said.push(line));
  const code = findings.some(({ result }) => result === 'wrong') ? 1 : 0;
  const results = said.flatMap((line) => /^ ?(\d+) {2}(\w+) +(.*)/.exec(line)?.slice(2) ?? []);
  const of = (number: number) => [results[2 * number - 2], results[2 * number - 1]];
  return { code, said, of, results: results.filter((_, index) => index % 2 === 0) };
}

describe('the first hour in a real account', () => {
  it('the first-hour check has ten checks', () => {
    expect(checks).toHaveLength(10);
  });

  it('the first-hour check finds no error in a finished sandbox, and leaves open the checks that only a person can make', async () => {
    const { code, results, of } = await report();
    expect(code).toBe(0);
    expect(results).toEqual([
      ...['good', 'good', 'good', 'good', 'open', 'good', 'good', 'good', 'open', 'open'],
    ]);
    expect(of(2)[1]).toContain(
      '3 stacks are complete. They were created in 5 minutes, turnout-sandbox-data in 1.5; AWS refused 3 calls as too fast.',
    );
    expect(of(4)[1]).toContain('4 references have their values');
  });

  it('the first-hour check is open in an account where nothing is deployed, and reports a removed stage', async () => {
    const { code, results, of } = await report({
      stacks: async () => [],
      aliases: async () => [],
      shifts: async () => [],
    });
    expect([code, results.filter((one) => one === 'wrong')]).toEqual([0, []]);
    expect(of(10)).toEqual(['good', 'It can be removed: No stack of the stage is in the account.']);
  });

  it('the first-hour check names the cell of the deployment, where it is one', async () => {
    const outputs = { Settings: '{"cell":"eu-1","expectedRate":20}', Cell: 'eu-1' };
    const { of } = await report({
      stacks: async () => [aStack('data', 'CREATE_COMPLETE', outputs)],
    });
    expect(of(1)[1]).toContain('The account is prepared: Cell eu-1. 1000 functions may run');
    expect((await report({})).of(1)[1]).not.toContain('Cell');
  });

  it.each<[string, number, Partial<FirstHourAccount>, string]>([
    ['an account that is not prepared', 1, { isBootstrapped: async () => false }, 'CDKToolkit'],
    ['the quota of a new account', 1, { concurrentExecutions: async () => 10 }, '10 functions'],
    [
      'a quota that is too low for the expected rate',
      1,
      {
        stacks: async () => [
          aStack('data', 'CREATE_COMPLETE', { Settings: '{"expectedRate":500}' }),
        ],
      },
      'for 500 payments a second',
    ],
    [
      'a limit of API Gateway that is too low for the expected rate',
      1,
      {
        concurrentExecutions: async () => 100_000,
        stacks: async () => [
          aStack('data', 'CREATE_COMPLETE', { Settings: '{"expectedRate":500}' }),
        ],
      },
      'lets 10000 requests a second through; 13334 are needed',
    ],
    [
      'a stack that was not created',
      2,
      { stacks: async () => [aStack('api', 'ROLLBACK_COMPLETE')] },
      'turnout-sandbox-api is ROLLBACK_COMPLETE',
    ],
    ['an API that fails', 3, { statusOf: async () => 500 }, 'answers 500'],
    ['an API that does not answer', 3, { statusOf: async () => undefined }, 'answers nothing'],
    [
      'a reference that was not resolved',
      4,
      {
        functionNamed: async () => ({
          state: 'Active',
          isInNetwork: false,
          variables: { TABLE_NAME: 'another-table' },
        }),
      },
      'turnout-sandbox-api has TABLE_NAME "another-table", and "the-table" was made',
    ],
    [
      'a function that Lambda cannot join to the network',
      5,
      {
        stacks: async () => [aStack('network'), aStack('api-payments')],
        functionNamed: async () => ({ state: 'Failed', isInNetwork: true, variables: {} }),
      },
      'turnout-sandbox-api-payments-f is Failed',
    ],
    [
      'a shift that Lambda throttled',
      6,
      { shifts: async () => [aShift({ status: 'Failed', errorCode: 'THROTTLED' })] },
      '1 × THROTTLED',
    ],
    [
      'an alarm that CodeDeploy may not read',
      7,
      { shifts: async () => [aShift({ status: 'Failed', errorCode: 'IAM_ROLE_PERMISSIONS' })] },
      '1 × IAM_ROLE_PERMISSIONS',
    ],
    [
      'an alias that CodeDeploy refused after a rollback',
      8,
      {
        shifts: async () => [
          aShift({ status: 'Failed', errorCode: 'INVALID_LAMBDA_CONFIGURATION' }),
        ],
      },
      '1 × INVALID_LAMBDA_CONFIGURATION',
    ],
    [
      'a stack that cannot be deleted',
      10,
      { stacks: async () => [aStack('network', 'DELETE_FAILED')] },
      'Not deleted: turnout-sandbox-network',
    ],
    [
      'what the credentials may not read',
      6,
      { shifts: () => Promise.reject(new Error('not authorized')) },
      'could not be read. Error: not authorized',
    ],
  ])(
    'the first-hour check reports that %s is wrong with its remedy, and ends with 1',
    async (_, number, different, says) => {
      const { code, of, said } = await report(different);
      expect(of(number)).toEqual(['wrong', expect.stringContaining(says)]);
      expect(said.join('\n')).toContain(checks[number - 1]?.otherwise);
      expect(code).toBe(1);
    },
  );

  it('the first-hour check reports moved functions after a rollback, which the next deployment ends', async () => {
    const { code, of } = await report({ aliases: async () => [anAlias('2'), anAlias('3')] });
    expect(of(8)).toEqual(['open', expect.stringContaining('1 of 2 functions lead elsewhere')]);
    expect(code).toBe(0);
  });

  it('the first-hour check counts functions in the network where one exists', async () => {
    const { of } = await report({
      stacks: async () => [aStack('network'), aStack('api-payments')],
    });
    expect(of(5)).toEqual(['good', expect.stringContaining('1 functions of the stack')]);
  });
});
