import {
  type Account,
  emptyAccount,
  stackIn,
} from '../support/deployment/cloudformation/account.ts';
import { smallStack } from '../support/deployment/cloudformation/small-stack.ts';
import { applyStack, deleteStack } from '../support/deployment/cloudformation/stack-operations.ts';

const region = 'eu-west-1';
const statusOf = (account: Account, name = 'small') => stackIn(account, region, name)?.status;
const namesIn = (account: Account) => [...account.things].map(({ logicalId }) => logicalId);

const table = (properties: object = {}, policies: object = {}) => ({
  Type: 'AWS::DynamoDB::Table',
  Properties: { KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }], ...properties },
  ...policies,
});
const queue = (properties: object = {}, attributes: object = {}) => ({
  Type: 'AWS::SQS::Queue',
  Properties: properties,
  ...attributes,
});
const stack = (Resources: object, more: object = {}) => smallStack({ Resources, ...more });
const failsAt = (logicalId: string) => ({
  fails: (step: { readonly logicalId: string }) => step.logicalId === logicalId,
});

it('a stack makes its resources in their order, and deletes them in the reverse order', () => {
  const account = emptyAccount();
  const template = stack({ Later: queue({ QueueName: { Ref: 'Earlier' } }), Earlier: queue() });
  expect(applyStack(account, template)).toBeUndefined();
  expect(namesIn(account)).toEqual(['Earlier', 'Later']);
  const made = stackIn(account, region, 'small');
  if (made) expect(deleteStack(account, made)).toBeUndefined();
  expect(account.changes.slice(-2).map(({ logicalId }) => logicalId)).toEqual(['Later', 'Earlier']);
  expect(account.things.size).toBe(0);
});

it('a creation that fails deletes the new resources, and keeps those with a retain policy even then', () => {
  const account = emptyAccount();
  const template = stack({
    Kept: table({}, { DeletionPolicy: 'Retain' }),
    Mostly: table({}, { DeletionPolicy: 'RetainExceptOnCreate' }),
    Last: queue({}, { DependsOn: ['Kept', 'Mostly'] }),
  });
  expect(applyStack(account, template, failsAt('Last'))).toContain('Last');
  expect(namesIn(account)).toEqual(['Kept']);
  expect(statusOf(account)).toBe('ROLLBACK_COMPLETE');
});

it('a creation that fails cannot take back a table that refuses deletion', () => {
  const account = emptyAccount();
  const template = stack({
    Table: table({ DeletionProtectionEnabled: true }),
    Last: queue({}, { DependsOn: 'Table' }),
  });
  applyStack(account, template, failsAt('Last'));
  expect(statusOf(account)).toBe('ROLLBACK_FAILED');
  expect(applyStack(account, template)).toContain('ROLLBACK_FAILED');
});

it('a change of a create-only property makes a new resource before the old one goes', () => {
  const account = emptyAccount();
  applyStack(account, stack({ Table: table({ TableName: 'first' }) }));
  expect(applyStack(account, stack({ Table: table({ TableName: 'second' }) }))).toBeUndefined();
  expect(account.changes.map(({ action }) => action)).toEqual([
    ...['create', 'create', 'replace', 'delete'],
  ]);
  expect([...account.things].map(({ name }) => name)).toEqual(['second']);
});

it('a replaced resource with UpdateReplacePolicy Retain stays', () => {
  const account = emptyAccount();
  const retained = { UpdateReplacePolicy: 'Retain' };
  applyStack(account, stack({ Table: table({ TableName: 'first' }, retained) }));
  applyStack(account, stack({ Table: table({ TableName: 'second' }, retained) }));
  expect([...account.things].map(({ name, retained }) => [name, retained])).toEqual([
    ...[
      ['first', true],
      ['second', false],
    ],
  ]);
});

it('a resource with a name of its own cannot be replaced under that name', () => {
  const account = emptyAccount();
  const keyed = (AttributeName: string) =>
    stack({ Table: table({ TableName: 'one', KeySchema: [{ AttributeName, KeyType: 'HASH' }] }) });
  applyStack(account, keyed('pk'));
  expect(applyStack(account, keyed('id'))).toContain(
    'AWS::DynamoDB::Table one in eu-west-1 already exists',
  );
  expect(statusOf(account)).toBe('UPDATE_ROLLBACK_COMPLETE');
  expect(account.things.size).toBe(1);
});

const route = (RouteKey: string) => ({
  Type: 'AWS::ApiGatewayV2::Route',
  Properties: { ApiId: 'api', RouteKey },
});

it('two routes of an API cannot have one key, not even while an update exchanges them', () => {
  const account = emptyAccount();
  expect(applyStack(account, stack({ A: route('GET /a'), B: route('GET /a') }))).toContain(
    'already exists',
  );
  const other = emptyAccount();
  applyStack(other, stack({ A: route('GET /a'), B: route('GET /b') }));
  expect(applyStack(other, stack({ A: route('GET /b'), B: route('GET /a') }))).toContain(
    'already exists',
  );
  expect([...other.things].map(({ properties }) => properties.RouteKey)).toEqual([
    'GET /a',
    'GET /b',
  ]);
});

it('a route cannot move to another stack before it is gone from its own', () => {
  const account = emptyAccount();
  applyStack(account, stack({ A: route('GET /a') }));
  const moved = smallStack({ Resources: { A: route('GET /a') } }, { id: 'Other' });
  expect(applyStack(account, moved)).toContain('already exists');
  applyStack(account, stack({}));
  const again = smallStack({ Resources: { A: route('GET /a') } }, { id: 'Third' });
  expect(applyStack(account, again)).toBeUndefined();
});

it('an update that fails restores the properties of every resource, and deletes the new resources', () => {
  const account = emptyAccount();
  const before = { A: queue({ DelaySeconds: 1 }), B: queue({}, { DependsOn: 'A' }) };
  applyStack(account, stack(before));
  const things = [...account.things].map(({ properties }) => properties);
  const after = stack({
    A: queue({ DelaySeconds: 2 }),
    New: queue({}, { DependsOn: 'A' }),
    B: queue({ DelaySeconds: 2 }, { DependsOn: 'New' }),
  });
  expect(applyStack(account, after, failsAt('B'))).toContain('B: the service refuses it.');
  expect([...account.things].map(({ properties }) => properties)).toEqual(things);
  expect(statusOf(account)).toBe('UPDATE_ROLLBACK_COMPLETE');
  expect(applyStack(account, after)).toBeUndefined();
  expect(namesIn(account)).toEqual(['A', 'B', 'New']);
});

it('a resource that leaves a template goes, or stays by the policy that was deployed', () => {
  const account = emptyAccount();
  applyStack(
    account,
    stack({ A: table({}, { DeletionPolicy: 'RetainExceptOnCreate' }), B: table(), C: queue() }),
  );
  applyStack(account, stack({ C: queue() }));
  expect(namesIn(account)).toEqual(['A', 'C']);
});

it('a stack with termination protection is not deleted', () => {
  const account = emptyAccount();
  const template = smallStack({ Resources: { A: queue() } }, { terminationProtection: true });
  applyStack(account, template);
  const made = stackIn(account, region, 'small');
  expect(made && deleteStack(account, made)).toContain('protected against termination');
  expect(account.things.size).toBe(1);
});

it('a bucket with objects is deleted only after the resource that empties it', () => {
  const bucket = { Type: 'AWS::S3::Bucket', Properties: {} };
  const emptier = {
    Type: 'Custom::S3AutoDeleteObjects',
    Properties: { BucketName: { Ref: 'Bucket' } },
  };
  const outcome = (Resources: object) => {
    const account = emptyAccount();
    applyStack(account, stack(Resources));
    for (const thing of account.things) if (thing.logicalId === 'Bucket') account.filled.add(thing);
    const made = stackIn(account, region, 'small');
    return made && deleteStack(account, made);
  };
  expect(outcome({ Bucket: bucket })).toContain('Bucket is not empty');
  expect(outcome({ Bucket: bucket, Emptier: emptier })).toBeUndefined();
});

it("another stack's output reaches a resource only with a change of the resource's own text", () => {
  const account = emptyAccount();
  const provider = (name: string) =>
    smallStack(
      {
        Resources: { Q: queue({ QueueName: name }) },
        Outputs: { Name: { Value: { 'Fn::GetAtt': ['Q', 'QueueName'] } } },
      },
      { id: 'Provider' },
    );
  const reads = { 'Fn::GetStackOutput': { StackName: 'provider', OutputName: 'Name' } };
  const reader = (DelaySeconds: number) =>
    stack({
      Rule: {
        Type: 'AWS::SNS::Topic',
        Properties: { DisplayName: reads, TracingConfig: `${DelaySeconds}` },
      },
    });
  applyStack(account, provider('one'));
  applyStack(account, reader(1));
  applyStack(account, provider('two'));
  const shown = () =>
    [...account.things].find(({ logicalId }) => logicalId === 'Rule')?.properties.DisplayName;
  applyStack(account, reader(1));
  expect(shown()).toBe('one');
  applyStack(account, reader(2));
  expect(shown()).toBe('two');
});

it('a value follows its condition, and a resource whose condition is false is not made', () => {
  const account = emptyAccount();
  const template = smallStack({
    Parameters: { Size: { Type: 'String', Default: 'large' } },
    Conditions: {
      IsLarge: { 'Fn::Equals': [{ Ref: 'Size' }, 'large'] },
      IsSmall: { 'Fn::Not': [{ Condition: 'IsLarge' }] },
    },
    Resources: {
      A: queue({ QueueName: { 'Fn::If': ['IsLarge', 'big', { Ref: 'AWS::NoValue' }] } }),
      B: { ...queue(), Condition: 'IsSmall' },
      C: queue({ QueueName: { 'Fn::If': ['IsSmall', 'c', { Ref: 'AWS::NoValue' }] } }),
    },
  });
  expect(applyStack(account, template)).toBeUndefined();
  expect([...account.things].map(({ logicalId, properties }) => [logicalId, properties])).toEqual([
    ['A', { QueueName: 'big' }],
    ['C', {}],
  ]);
});

const fn = (properties: object = {}) => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Code: {}, Role: 'role', FunctionName: 'fn', ...properties },
});
const version = { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'Function' } } };

it('a version of a function that has not changed since its newest version is refused', () => {
  const account = emptyAccount();
  applyStack(account, stack({ Function: fn(), One: version }));
  expect(applyStack(account, stack({ Function: fn(), Two: version }))).toContain(
    'Nothing of fn changed',
  );
  expect(
    applyStack(account, stack({ Function: fn({ Timeout: 9 }), Two: version })),
  ).toBeUndefined();
});

it('a name that the service would not take for its length is refused', () => {
  const named = (length: number) => stack({ Function: fn({ FunctionName: 'f'.repeat(length) }) });
  expect(applyStack(emptyAccount(), named(64))).toBeUndefined();
  expect(applyStack(emptyAccount(), named(65))).toContain('more than 64 characters');
});
