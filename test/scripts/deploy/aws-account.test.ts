import { authorization } from '../../../bench/signed-client.ts';
import { iamEndpoint } from '../../../scripts/deploy/account-roles.ts';
import { awsAccount } from '../../../scripts/deploy/aws-account.ts';
import {
  type Answers,
  preparedAccount,
  type ReceivedRequest,
  refusal,
  startAws,
  xmlAnswer,
} from '../../support/aws/aws-on-the-wire.ts';

const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const environment: Readonly<Record<string, string | undefined>> = {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'ENGINEER',
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: undefined,
  AWS_PROFILE: undefined,
  AWS_ENDPOINT_URL_IAM: undefined,
};

/** Asks an account that answers so, on AWS's wire protocol. */
async function ask<Answer>(
  answers: Answers,
  question: (account: ReturnType<typeof awsAccount>) => Promise<Answer>,
) {
  const aws = await startAws({ ...preparedAccount, ...answers });
  const names = [...Object.keys(environment), 'AWS_ENDPOINT_URL'];
  const before = names.map((name) => [name, process.env[name]] as const);
  const set = (values: Iterable<readonly [string, string | undefined]>) => {
    for (const [name, value] of values) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
  set([...Object.entries(environment), ['AWS_ENDPOINT_URL', aws.url]]);
  try {
    const answer = await question(awsAccount('hnb659fds'));
    return { answer, asked: aws.asked, received: aws.received };
  } finally {
    set(before);
    aws.close();
  }
}

/** The answer of the example in IAM's API reference, with some of the keys that it lists. */
const summary = (entries: Readonly<Record<string, number>>) => ({
  body: `<GetAccountSummaryResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/">
  <GetAccountSummaryResult>
    <SummaryMap>
${Object.entries(entries)
  .map(
    ([key, value]) => `      <entry>
        <key>${key}</key>
        <value>${value}</value>
      </entry>`,
  )
  .join('\n')}
    </SummaryMap>
  </GetAccountSummaryResult>
  <ResponseMetadata>
    <RequestId>85cb9b90-ac28-11e4-a88d-97964EXAMPLE</RequestId>
  </ResponseMetadata>
</GetAccountSummaryResponse>`,
});
const entries = {
  GroupsPerUserQuota: 10,
  RolePolicySizeQuota: 10_240,
  RolesQuota: 1_000,
  Users: 32,
  AttachedPoliciesPerRoleQuota: 10,
  Roles: 307,
  AssumeRolePolicySizeQuota: 2_048,
};

/**
 * The signature that a request should have, by a signer that is not the one of the SDK: it signs the
 * example of AWS's documentation as that does.
 */
function expectedAuthorization({ method, path, headers, body }: ReceivedRequest, secret: string) {
  const { authorization: given = '' } = headers;
  const [, key = '', region = '', service = ''] =
    /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\/aws4_request/.exec(given) ?? [];
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? [];
  const signed = Object.fromEntries(names.map((name) => [name, headers[name] ?? '']));
  return authorization(
    { method, path, body, headers: { ...signed, 'x-amz-date': signed['x-amz-date'] ?? '' } },
    { accessKeyId: key, secretAccessKey: secret, region, service },
  );
}

describe('the number of roles of an account', () => {
  const roles = (answers: Answers) => ask(answers, (account) => account.roles());

  it('the roles of an account and their quota are read from an answer as IAM’s API reference shows it', async () => {
    const { answer, received } = await roles({ GetAccountSummary: () => summary(entries) });
    expect(answer).toEqual({ used: 307, quota: 1_000 });
    const request = received.find(({ body }) => body.includes('GetAccountSummary'));
    expect(request).toMatchObject({
      method: 'POST',
      path: '/',
      body: 'Action=GetAccountSummary&Version=2010-05-08',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    });
  });

  it('the question for the roles of an account is signed as a signer other than its own signs it', async () => {
    const { received } = await roles({ GetAccountSummary: () => summary(entries) });
    const request = received.find(({ body }) => body.includes('GetAccountSummary'));
    if (!request) throw new Error('IAM was not asked.');
    const { authorization: given } = request.headers;
    expect(given).toContain('/us-east-1/iam/aws4_request');
    expect(given).toMatch(/SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date,/);
    expect(given).toBe(expectedAuthorization(request, secretAccessKey));
    expect(given).not.toBe(expectedAuthorization({ ...request, body: '' }, secretAccessKey));
    expect(given).not.toBe(expectedAuthorization(request, 'another secret'));
  });

  it('the role of the CDK for look-ups asks for the roles of an account where the credentials may not', async () => {
    const { answer, asked, received } = await roles({
      GetAccountSummary: (by) => (by === 'LOOKUP' ? summary(entries) : refusal('AccessDenied')),
    });
    expect(answer).toEqual({ used: 307, quota: 1_000 });
    expect(asked.filter((one) => one.startsWith('GetAccountSummary'))).toEqual([
      'GetAccountSummary by ENGINEER',
      'GetAccountSummary by LOOKUP',
    ]);
    const request = received.findLast(({ body }) => body.includes('GetAccountSummary'));
    if (!request) throw new Error('IAM was not asked.');
    expect(request.headers['x-amz-security-token']).toBe('t');
    expect(request.headers.authorization).toContain('x-amz-security-token');
    expect(request.headers.authorization).toBe(expectedAuthorization(request, 's'));
  });

  it.each([
    ['neither the credentials nor the role may ask for them', refusal('AccessDenied')],
    ['the answer does not have them', summary({ RolePolicySizeQuota: 10_240, RolesQuota: 1_000 })],
    ['the answer is no XML', { body: 'OK' }],
  ])('the roles of an account are not known where %s', async (_, answered) => {
    const { answer } = await roles({ GetAccountSummary: () => answered });
    expect(answer).toBeUndefined();
  });

  it('an error of IAM that is no refusal is named with its status', async () => {
    const answers = { GetAccountSummary: () => refusal('ServiceFailure', 500) };
    await expect(roles(answers)).rejects.toThrow('IAM answers 500 (ServiceFailure).');
  });

  // As botocore 1.43 resolves them.
  it.each([
    ['aws', 'https://iam.amazonaws.com/', 'us-east-1'],
    ['aws-cn', 'https://iam.cn-north-1.amazonaws.com.cn/', 'cn-north-1'],
    ['aws-us-gov', 'https://iam.us-gov.amazonaws.com/', 'us-gov-west-1'],
  ])('IAM of the partition %s is asked at %s, signed for %s', (partition, url, region) => {
    expect(iamEndpoint(partition)).toEqual({ url, region });
  });
});

describe('a change set', () => {
  const change = (logicalId: string, more: string) =>
    `<member><Type>Resource</Type><ResourceChange><LogicalResourceId>${logicalId}</LogicalResourceId><PhysicalResourceId>old</PhysicalResourceId><ResourceType>AWS::SNS::Topic</ResourceType><Details/><Scope><member>Properties</member></Scope>${more}</ResourceChange></member>`;
  /** A page of an answer, as CloudFormation's API reference shows it. */
  const page = (changes: string, more = '<Status>CREATE_COMPLETE</Status>') =>
    xmlAnswer(
      'DescribeChangeSet',
      `<StackId>arn:aws:cloudformation:eu-west-1:123456789012:stack/turnout-sandbox-ops/12a3b456</StackId><ChangeSetName>turnout-dry-run</ChangeSetName><ExecutionStatus>AVAILABLE</ExecutionStatus><Capabilities/><Changes>${changes}</Changes>${more}`,
    );
  const DeleteChangeSet = () => xmlAnswer('DeleteChangeSet', '');
  const take = (answers: Answers) =>
    ask({ DeleteChangeSet, ...answers }, (account) =>
      account.takeChangeSet('turnout-sandbox-ops', 'turnout-dry-run', 'eu-west-1'),
    );
  const ofChangeSets = (asked: readonly string[]) =>
    asked.filter((one) => one.includes('ChangeSet'));

  it("a change set of several pages is read whole and then deleted, with each change's effect on its resource", async () => {
    const first =
      change('Made', '<Action>Add</Action>') +
      change('Gone', '<Action>Remove</Action><PolicyAction>Delete</PolicyAction>') +
      change('Stays', '<Action>Remove</Action><PolicyAction>Retain</PolicyAction>');
    const second =
      change('New', '<Action>Modify</Action><Replacement>True</Replacement>') +
      change('Perhaps', '<Action>Modify</Action><Replacement>Conditional</Replacement>') +
      change('Same', '<Action>Modify</Action><Replacement>False</Replacement>');
    const { answer, asked } = await take({
      DescribeChangeSet: (_, question) =>
        question.get('NextToken') === 'more'
          ? page(second)
          : page(first, '<Status>CREATE_COMPLETE</Status><NextToken>more</NextToken>'),
    });
    const type = 'AWS::SNS::Topic';
    expect(answer).toEqual([
      { logicalId: 'Made', type, action: 'made' },
      { logicalId: 'Gone', type, action: 'deleted' },
      { logicalId: 'Stays', type, action: 'kept' },
      { logicalId: 'New', type, action: 'replaced' },
      { logicalId: 'Perhaps', type, action: 'may be replaced' },
      { logicalId: 'Same', type, action: 'changed' },
    ]);
    expect(ofChangeSets(asked)).toEqual([
      'DescribeChangeSet by ENGINEER',
      'DescribeChangeSet by ENGINEER',
      'DeleteChangeSet by ENGINEER',
    ]);
  });

  it('a change set without changes, which CloudFormation refuses, changes nothing and is deleted', async () => {
    const reason =
      "The submitted information didn't contain changes. Submit different information to create a change set.";
    const { answer, asked } = await take({
      DescribeChangeSet: () =>
        page('', `<Status>FAILED</Status><StatusReason>${reason}</StatusReason>`),
    });
    expect(answer).toEqual([]);
    expect(ofChangeSets(asked)).toContain('DeleteChangeSet by ENGINEER');
  });

  it('a change set that CloudFormation refused for another reason says nothing, and is deleted', async () => {
    const failed = '<Status>FAILED</Status><StatusReason>Template error</StatusReason>';
    const { answer, asked } = await take({ DescribeChangeSet: () => page('', failed) });
    expect(answer).toBeUndefined();
    expect(ofChangeSets(asked)).toContain('DeleteChangeSet by ENGINEER');
  });

  it('a change set that is not there says nothing', async () => {
    const { answer } = await take({ DescribeChangeSet: () => refusal('ChangeSetNotFound', 404) });
    expect(answer).toBeUndefined();
  });

  it('the role of the CDK that changes stacks reads and deletes a change set where the credentials may not', async () => {
    const { answer, asked } = await take({
      DescribeChangeSet: (by) =>
        by === 'DEPLOY' ? page(change('Made', '<Action>Add</Action>')) : refusal('AccessDenied'),
    });
    expect(answer).toEqual([{ logicalId: 'Made', type: 'AWS::SNS::Topic', action: 'made' }]);
    expect(ofChangeSets(asked)).toContain('DeleteChangeSet by DEPLOY');
  });

  it('a change set is not known where neither the credentials nor the role may read it', async () => {
    const { answer } = await take({ DescribeChangeSet: () => refusal('AccessDenied') });
    expect(answer).toBeUndefined();
  });
});

describe("the account's limit of API Gateway", () => {
  const apiLimit = (answers: Answers = {}) => ask(answers, (account) => account.apiLimit());

  it("the account's limit of API Gateway is read from its account, with a request that another signer signs alike", async () => {
    const { answer, received } = await apiLimit();
    expect(answer).toEqual({ rate: 10_000, burst: 5_000 });
    const request = received.find(({ path }) => path === '/account');
    if (!request) throw new Error('API Gateway was not asked.');
    expect(request.method).toBe('GET');
    expect(request.headers.authorization).toContain('/eu-west-1/apigateway/aws4_request');
    expect(request.headers.authorization).toBe(expectedAuthorization(request, secretAccessKey));
  });

  it("the account's limit of API Gateway is asked by the CDK's role for look-ups where the credentials may not", async () => {
    const { answer, asked } = await apiLimit({
      '/account': (by) =>
        by === 'LOOKUP'
          ? { body: '{"throttleSettings":{"rateLimit":2500.0,"burstLimit":1250}}' }
          : refusal('AccessDenied'),
    });
    expect(answer).toEqual({ rate: 2_500, burst: 1_250 });
    expect(asked).toContain('/account by ENGINEER');
    expect(asked).toContain('/account by LOOKUP');
  });

  it("the account's limit of API Gateway is unknown where no credentials may ask, or the answer states none", async () => {
    const denied = await apiLimit({ '/account': () => refusal('AccessDenied') });
    expect(denied.answer).toBe(undefined);
    expect((await apiLimit({ '/account': () => ({ body: '{}' }) })).answer).toBe(undefined);
  });
});
