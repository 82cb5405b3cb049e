import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { accountAliases } from '../../../scripts/operate/live-functions.ts';

const arn = (rest: string) => `arn:aws:lambda:eu-west-1:123456789012:function:${rest}`;

/** Resources of the one stack: type, status, physical and logical name. */
const resources = [
  ['Alias', 'UPDATE_COMPLETE', arn('confirm:live'), 'confirmLive'],
  ['Version', 'CREATE_COMPLETE', arn('confirm:3'), 'confirmVersion'],
  // A deployment took these two out of the template before.
  ['Version', 'DELETE_SKIPPED', arn('confirm:2'), 'confirmVersionBefore'],
  ['Version', 'DELETE_COMPLETE', arn('confirm:4'), 'confirmVersionTakenBack'],
  ['Alias', 'UPDATE_FAILED', arn('gone:live'), 'goneLive'],
  ['Version', 'CREATE_COMPLETE', arn('gone:1'), 'goneVersion'],
  ['Alias', 'CREATE_COMPLETE', arn('twice:live'), 'twiceLive'],
  ['Version', 'CREATE_COMPLETE', arn('twice:1'), 'twiceVersion'],
  ['Version', 'CREATE_COMPLETE', arn('twice:2'), 'twiceOtherVersion'],
];

const aliases: Readonly<Record<string, unknown>> = {
  confirm: { FunctionVersion: '2', RevisionId: 'r7' },
  twice: { FunctionVersion: '$LATEST', RoutingConfig: { AdditionalVersionWeights: { 2: 0.1 } } },
};

/** CloudFormation's answer to an action of its query API. */
function cloudFormation(action: string): string {
  if (action === 'DescribeStacks') {
    return `<Stacks><member><StackName>turnout-production-api-payments</StackName>
      <StackStatus>UPDATE_ROLLBACK_FAILED</StackStatus><CreationTime>2025-11-01T00:00:00Z</CreationTime>
      <LastUpdatedTime>2025-11-02T00:00:00Z</LastUpdatedTime></member></Stacks>`;
  }
  const members = resources.map(
    ([type, status, physical, logical]) =>
      `<member><ResourceType>AWS::Lambda::${type}</ResourceType><ResourceStatus>${status}</ResourceStatus>
      <PhysicalResourceId>${physical}</PhysicalResourceId><LogicalResourceId>${logical}</LogicalResourceId>
      <LastUpdatedTimestamp>2025-11-02T00:00:00Z</LastUpdatedTimestamp></member>`,
  );
  return `<StackResourceSummaries>${members.join('')}</StackResourceSummaries>`;
}

let server: Server;
let endpoint = '';
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const [, name = ''] = /^\/2015-03-31\/functions\/(\w+)\//.exec(request.url ?? '') ?? [];
    if (name !== '') {
      const alias = request.url?.includes('/aliases/') ? aliases[name] : undefined;
      response.writeHead(alias ? 200 : 404, {
        'content-type': 'application/json',
        ...(!alias && { 'x-amzn-errortype': 'ResourceNotFoundException' }),
      });
      return response.end(JSON.stringify(alias ?? { Message: 'Cannot find it', Type: 'User' }));
    }
    const action = new URLSearchParams(body).get('Action') ?? '';
    response.writeHead(200, { 'content-type': 'text/xml' });
    return response.end(
      `<${action}Response xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><${action}Result>${cloudFormation(action)}</${action}Result></${action}Response>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const account = (stage: string) =>
  accountAliases(stage, () => ({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'AKIA0', secretAccessKey: 'secret' },
  }));

describe('the aliases of an account', () => {
  it("an account's aliases are listed with the version that their stack deployed and with their present version", async () => {
    const ofStack = {
      stackName: 'turnout-production-api-payments',
      stackStatus: 'UPDATE_ROLLBACK_FAILED',
      stackChangedAt: new Date('2025-11-02T00:00:00Z'),
    };
    expect(await account('production').list()).toEqual([
      {
        ...ofStack,
        logicalId: 'confirmLive',
        resourceStatus: 'UPDATE_COMPLETE',
        aliasArn: arn('confirm:live'),
        deployed: '3',
        live: '2',
        takingOver: undefined,
        revision: 'r7',
      },
      {
        ...ofStack,
        logicalId: 'goneLive',
        resourceStatus: 'UPDATE_FAILED',
        aliasArn: arn('gone:live'),
        deployed: '1',
        live: undefined,
        takingOver: undefined,
        revision: '',
      },
      {
        ...ofStack,
        logicalId: 'twiceLive',
        resourceStatus: 'CREATE_COMPLETE',
        aliasArn: arn('twice:live'),
        deployed: undefined,
        live: '$LATEST',
        takingOver: '2',
        revision: '',
      },
    ]);
  });

  it('the listed aliases are only those of the stage', async () => {
    expect(await account('sandbox').list()).toEqual([]);
  });

  it('an alias is described without versions when its function is gone', async () => {
    const [, gone] = await account('production').list();
    if (!gone) throw new Error('It is not listed.');
    expect(await account('production').describe(gone)).toEqual({
      ...gone,
      name: 'gone',
      versions: [],
    });
  });
});
