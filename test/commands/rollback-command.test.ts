import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { rollback as rollbackCommand } from '../../scripts/turnout/rollback.ts';
import { commandDocument } from '../support/documents/command-document.ts';
import { runCommand } from '../support/runner/run-command.ts';

const aliasArn = (name: string) => `arn:aws:lambda:eu-west-1:123456789012:function:${name}:live`;

/** The account's answers to CloudFormation's query API, by action and page. */
const cloudFormation: Readonly<Record<string, string>> = {
  'DescribeStacks ': `<Stacks>
      <member><StackName>turnout-production-api-payments</StackName><StackStatus>UPDATE_COMPLETE</StackStatus><CreationTime>2025-11-01T00:00:00Z</CreationTime></member>
      <member><StackName>turnout-sandbox-api-payments</StackName><StackStatus>UPDATE_COMPLETE</StackStatus><CreationTime>2025-11-01T00:00:00Z</CreationTime></member>
    </Stacks><NextToken>more</NextToken>`,
  'DescribeStacks more': `<Stacks>
      <member><StackName>turnout-production-sync</StackName><StackStatus>UPDATE_IN_PROGRESS</StackStatus><CreationTime>2025-11-01T00:00:00Z</CreationTime></member>
    </Stacks>`,
  'ListStackResources turnout-production-api-payments': `<StackResourceSummaries>
      <member><ResourceType>AWS::Lambda::Function</ResourceType><PhysicalResourceId>confirm</PhysicalResourceId><LogicalResourceId>F</LogicalResourceId><ResourceStatus>UPDATE_COMPLETE</ResourceStatus><LastUpdatedTimestamp>2025-11-01T00:00:00Z</LastUpdatedTimestamp></member>
      <member><ResourceType>AWS::Lambda::Alias</ResourceType><PhysicalResourceId>${aliasArn('confirm')}</PhysicalResourceId><LogicalResourceId>A</LogicalResourceId><ResourceStatus>UPDATE_COMPLETE</ResourceStatus><LastUpdatedTimestamp>2025-11-01T00:00:00Z</LastUpdatedTimestamp></member>
    </StackResourceSummaries>`,
  'ListStackResources turnout-production-sync': `<StackResourceSummaries>
      <member><ResourceType>AWS::Lambda::Alias</ResourceType><PhysicalResourceId>${aliasArn('sync')}</PhysicalResourceId><LogicalResourceId>A</LogicalResourceId><ResourceStatus>UPDATE_IN_PROGRESS</ResourceStatus><LastUpdatedTimestamp>2025-11-01T00:00:00Z</LastUpdatedTimestamp></member>
    </StackResourceSummaries>`,
  'ListStackResources turnout-sandbox-api-payments': '<StackResourceSummaries/>',
  'CancelUpdateStack turnout-production-sync': '',
};

/** Its answers to Lambda's API. */
const lambda: Readonly<Record<string, unknown>> = {
  'GET /2015-03-31/functions/confirm/aliases/live': {
    AliasArn: aliasArn('confirm'),
    Name: 'live',
    FunctionVersion: '2',
    RevisionId: 'r7',
  },
  'GET /2015-03-31/functions/sync/aliases/live': {
    AliasArn: aliasArn('sync'),
    Name: 'live',
    FunctionVersion: '1',
    RevisionId: 'r1',
    RoutingConfig: { AdditionalVersionWeights: { 2: 0.1 } },
  },
  'GET /2015-03-31/functions/confirm/versions': versionsOf('payments.confirm'),
  'GET /2015-03-31/functions/sync/versions': versionsOf('queues.sync-pending'),
  'PUT /2015-03-31/functions/confirm/aliases/live': { FunctionVersion: '1' },
};

function versionsOf(name: string) {
  const Environment = { Variables: { FUNCTION_NAME: name } };
  const published = [
    { Version: '$LATEST', LastModified: '2025-11-23T22:00:00.000+0000' },
    { Version: '1', LastModified: '2025-11-20T08:00:00.000+0000' },
    { Version: '2', LastModified: '2025-11-23T22:00:00.000+0000' },
  ];
  return { Versions: published.map((one) => ({ ...one, Environment })) };
}

let server: Server;
/** The requests that change something, in their order. */
let changes: string[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const path = request.url?.split('?')[0] ?? '';
    if (path !== '/') {
      const answer = lambda[`${request.method} ${path}`];
      if (request.method !== 'GET') changes.push(`${request.method} ${path} ${body}`);
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(answer ?? {}));
    }
    const form = new URLSearchParams(body);
    const action = form.get('Action') ?? '';
    const of = form.get('StackName') ?? form.get('NextToken') ?? '';
    if (action === 'CancelUpdateStack') changes.push(`${action} ${of}`);
    const answer = cloudFormation[`${action} ${of}`];
    response.writeHead(answer === undefined ? 400 : 200, { 'content-type': 'text/xml' });
    const result = `<${action}Result>${answer}</${action}Result>`;
    return response.end(
      `<${action}Response xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">${result}</${action}Response>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  changes = [];
});

function environment() {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIA0',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
  };
}

const rollback = (...args: readonly string[]) =>
  runCommand(rollbackCommand, args, { environment: environment() });

describe('npx turnout rollback, as AWS sees it', () => {
  it("npx turnout rollback finds a stage's aliases, returns each only if it is unchanged, and stops a deployment", async () => {
    const { code, out, error } = await rollback('--stage', 'production');
    expect(error).toBe('');
    expect(out.trim().split('\n')).toEqual([
      'turnout-production-sync: is being deployed. Stopped: CloudFormation takes it back, which takes some minutes.',
      'payments.confirm  went from version 2 to 1, published 2025-11-20T08:00:00.000Z',
      '1 changed. They stay so until a deployment publishes another version of them.',
    ]);
    expect(changes).toEqual([
      'CancelUpdateStack turnout-production-sync',
      `PUT /2015-03-31/functions/confirm/aliases/live ${JSON.stringify({
        FunctionVersion: '1',
        RoutingConfig: { AdditionalVersionWeights: {} },
        RevisionId: 'r7',
      })}`,
    ]);
    expect(code).toBe(0);
  });

  it('npx turnout rollback changes nothing in a dry run', async () => {
    const { code, out } = await rollback('--stage', 'production', '--dry-run');
    expect(out).toContain('payments.confirm  would go from version 2 to 1');
    expect([code, changes]).toEqual([0, []]);
    const { document } = await commandDocument(
      ['rollback', rollbackCommand],
      ['--stage', 'production', '--dry-run'],
      environment(),
    );
    expect(document).toMatchObject({
      stage: 'production',
      direction: 'back',
      is_dry_run: true,
      is_done: true,
      steps: [
        { name: 'turnout-production-sync', result: 'planned' },
        { name: 'payments.confirm', result: 'planned', from: '2', to: '1' },
      ],
    });
  });

  it('npx turnout rollback reports a stage that does not exist in the account', async () => {
    const { code, error } = await rollback('--stage', 'sandbox', '--dry-run');
    expect(error).toContain('turnout-sandbox-');
    expect([code, changes]).toEqual([2, []]);
  });
});
