import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { firstHour } from '../../scripts/turnout/first-hour.ts';
import { commandDocument } from '../support/documents/command-document.ts';
import { runCommand } from '../support/runner/run-command.ts';

const arn = 'arn:aws:lambda:eu-west-1:123456789012:function:confirm';

/** The account's answers to CloudFormation's query API, by action and stack. */
const cloudFormation: Readonly<Record<string, (origin: string) => string>> = {
  'DescribeStacks CDKToolkit': () =>
    '<Stacks><member><StackName>CDKToolkit</StackName><StackStatus>UPDATE_COMPLETE</StackStatus><CreationTime>2025-11-01T00:00:00Z</CreationTime></member></Stacks>',
  'DescribeStacks ': (origin) =>
    `<Stacks>${['data', 'api', 'api-payments']
      .map(
        (part) =>
          `<member><StackName>turnout-sandbox-${part}</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2025-11-01T00:00:00Z</CreationTime><Outputs><member><OutputKey>Url</OutputKey><OutputValue>${origin}/gate</OutputValue></member></Outputs></member>`,
      )
      .join('')}</Stacks>`,
  'ListStackResources turnout-sandbox-data': () =>
    listed(
      ['AWS::DynamoDB::GlobalTable', 'TableCD117FA1', 'the-table'],
      ['AWS::KMS::Key', 'Key961B73FD', 'mrk-1'],
    ),
  'ListStackResources turnout-sandbox-api': () => listed(),
  'ListStackResources turnout-sandbox-api-payments': () =>
    listed(
      ['AWS::Lambda::Function', 'F', 'confirm'],
      ['AWS::Lambda::Alias', 'FLive', `${arn}:live`],
      ['AWS::Lambda::Version', 'FVersion', `${arn}:2`],
    ),
};

const listed = (...resources: readonly (readonly [string, string, string])[]) =>
  `<StackResourceSummaries>${resources
    .map(
      ([type, logical, physical]) =>
        `<member><ResourceType>${type}</ResourceType><LogicalResourceId>${logical}</LogicalResourceId><PhysicalResourceId>${physical}</PhysicalResourceId><ResourceStatus>CREATE_COMPLETE</ResourceStatus><LastUpdatedTimestamp>2025-11-01T00:00:00Z</LastUpdatedTimestamp></member>`,
    )
    .join('')}</StackResourceSummaries>`;

/** A stack's creation took two minutes. */
const eventsOf = (stack: string) =>
  `<StackEvents>${[
    ['CREATE_COMPLETE', '2025-11-01T00:02:00Z'],
    ['CREATE_IN_PROGRESS', '2025-11-01T00:00:00Z'],
  ]
    .map(
      ([status, at], index) =>
        `<member><StackId>s</StackId><EventId>${index}</EventId><StackName>${stack}</StackName><LogicalResourceId>${stack}</LogicalResourceId><ResourceStatus>${status}</ResourceStatus><Timestamp>${at}</Timestamp></member>`,
    )
    .join('')}</StackEvents>`;

/** Answers of Lambda and CodeDeploy, by method and path, or by the operation. */
const json: Readonly<Record<string, unknown>> = {
  'GET /2016-08-19/account-settings': { AccountLimit: { ConcurrentExecutions: 1_000 } },
  'GET /2015-03-31/functions/confirm/configuration': {
    State: 'Active',
    Environment: {
      Variables: {
        TABLE_NAME: 'the-table',
        MERCHANT_KEY_ARN: 'arn:aws:kms:eu-west-1:123456789012:key/mrk-1',
      },
    },
  },
  'GET /2015-03-31/functions/confirm/aliases/live': { FunctionVersion: '1', RevisionId: 'r' },
  'GET /gate/health': {},
  'CodeDeploy_20141006.ListDeployments': { deployments: ['d-1', 'd-2'], nextToken: null },
  'CodeDeploy_20141006.BatchGetDeployments': {
    deploymentsInfo: [
      {
        applicationName: 'turnout-sandbox-api-payments-Releases-1',
        status: 'Failed',
        deploymentGroupName: 'g',
        deploymentConfigName: 'c',
        errorInformation: { code: 'THROTTLED', message: 'The role asked too often.' },
      },
      { applicationName: 'turnout-production-api-payments-Releases-1', status: 'Succeeded' },
    ],
  },
};

let server: Server;
let origin = '';
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const target = request.headers['x-amz-target'];
    const path = request.url?.split('?')[0] ?? '';
    if (target !== undefined || path !== '/') {
      const answer = json[String(target ?? `${request.method} ${path}`)];
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(answer ?? {}));
    }
    const form = new URLSearchParams(body);
    const [action, stack] = [form.get('Action') ?? '', form.get('StackName') ?? ''];
    const answer =
      action === 'DescribeStackEvents'
        ? eventsOf(stack)
        : cloudFormation[`${action} ${stack}`]?.(origin);
    response.writeHead(answer === undefined ? 400 : 200, { 'content-type': 'text/xml' });
    return response.end(
      `<${action}Response xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><${action}Result>${answer}</${action}Result></${action}Response>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('npx turnout first-hour reads an account by the calls that AWS documents, and reports its findings', async () => {
  const environment = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIA0',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: origin,
  };
  const args = ['--stage', 'sandbox'];
  const { code, out, error } = await runCommand(firstHour, args, { environment });
  expect(error).toBe('');
  expect(out.split('\n').filter((line) => /^[ 1]\d {2}/.test(line))).toEqual([
    ' 1  good   The account is prepared: 1000 functions may run at the same time; production needs 250 for 20 payments a second. How many requests API Gateway lets through is not known.',
    ' 2  good   A first deployment gets through, at a pace that AWS allows: 3 stacks are complete. They were created in 6 minutes, turnout-sandbox-data in 2.0; AWS refused 0 calls as too fast.',
    ` 3  good   The API answers: ${origin}/gate answers 200.`,
    ' 4  good   References between stacks are resolved, and stay so: 2 references have their values.',
    ' 5  open   Functions in the network start: There is no network: fixedAddress is off.',
    ' 6  wrong  A second version shifts: 0 shifts succeeded, 0 of them gradually; failed: 1 × THROTTLED.',
    ' 7  open   An alarm takes a shift back: No shift met the alarm.',
    ' 8  open   A rollback, and the deployment after it: 1 of 1 functions lead elsewhere: deploy now.',
    ' 9  open   An alarm reaches a mailbox: only you can see it.',
    '10  open   It can be removed: 3 stacks are there.',
  ]);
  expect(code).toBe(1);
  const { document } = await commandDocument(['first-hour', firstHour], args, environment);
  expect(document).toMatchObject({
    stage: 'sandbox',
    findings: expect.arrayContaining([
      expect.objectContaining({ number: 6, result: 'wrong', otherwise: expect.any(String) }),
      {
        number: 9,
        title: 'An alarm reaches a mailbox',
        result: 'open',
        found: 'only you can see it.',
      },
    ]),
  });
});
