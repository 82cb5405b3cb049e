import { refusalsOf, refusalsOfTemplate } from '../support/deployment/cloudformation/refusals.ts';
import { smallStack } from '../support/deployment/cloudformation/small-stack.ts';

const refused = (template: object) => refusalsOfTemplate(smallStack(template).template);

const queue = (properties: object = {}) => ({ Type: 'AWS::SQS::Queue', Properties: properties });
const inQueueName = (value: unknown) => ({ Resources: { Queue: queue({ QueueName: value }) } });

it('a template whose resources wait for each other is refused with the way round', () => {
  const Resources = {
    First: queue({ QueueName: { Ref: 'Second' } }),
    Second: { ...queue(), DependsOn: 'Third' },
    Third: queue({ QueueName: { 'Fn::Sub': `after-\${First.QueueName}` } }),
  };
  expect(refused({ Resources })).toEqual([
    'A cycle of dependencies: First -> Second -> Third -> First.',
  ]);
});

it('a reference of an update policy counts as a dependency', () => {
  const Resources = {
    Function: { Type: 'AWS::Lambda::Function', Properties: { Code: {}, Role: 'role' } },
    Alias: {
      Type: 'AWS::Lambda::Alias',
      Properties: { FunctionName: 'fn', FunctionVersion: '1', Name: 'live' },
      UpdatePolicy: { CodeDeployLambdaAliasUpdate: { ApplicationName: { Ref: 'Releases' } } },
    },
    Releases: {
      Type: 'AWS::CodeDeploy::Application',
      Properties: { ComputePlatform: 'Lambda' },
      DependsOn: ['Alias'],
    },
  };
  expect(refused({ Resources })).toEqual(['A cycle of dependencies: Alias -> Releases -> Alias.']);
});

const wrongTemplates: readonly [string, object, string][] = [
  [
    'a reference to a resource that the template lacks',
    inQueueName({ Ref: 'Table' }),
    'Queue: It refers to Table, which the template lacks.',
  ],
  [
    'a dependency on a resource that the template lacks',
    { Resources: { Queue: { ...queue(), DependsOn: ['Table'] } } },
    'Queue: DependsOn names Table, which the template lacks.',
  ],
  [
    'a reference within the text of Fn::Sub to a resource that the template lacks',
    inQueueName({ 'Fn::Sub': `a-\${Table}-\${AWS::Region}-\${!Literal}` }),
    'Queue: It refers to Table, which the template lacks.',
  ],
  [
    'an attribute that the resource type lacks',
    {
      Resources: {
        Queue: queue(),
        Other: queue({ QueueName: { 'Fn::GetAtt': ['Queue', 'Name'] } }),
      },
    },
    'Other: AWS::SQS::Queue has no attribute Name.',
  ],
  [
    'a property that the resource type lacks',
    { Resources: { Queue: queue({ Delay: 5 }) } },
    'Queue: AWS::SQS::Queue has no property Delay.',
  ],
  [
    'a resource without a property that its type requires',
    { Resources: { Version: { Type: 'AWS::Lambda::Version' } } },
    'Version: AWS::Lambda::Version requires FunctionName.',
  ],
  [
    'an update policy of a resource that takes none',
    { Resources: { Queue: { ...queue(), UpdatePolicy: {} } } },
    'Queue: AWS::SQS::Queue takes no UpdatePolicy.',
  ],
  [
    "a split of another stack's output",
    inQueueName({
      'Fn::Select': [
        0,
        { 'Fn::Split': ['/', { 'Fn::GetStackOutput': { StackName: 'a', OutputName: 'b' } }] },
      ],
    }),
    'Queue: Fn::Split does not take Fn::GetStackOutput.',
  ],
  [
    'a function as the separator of Fn::Join',
    inQueueName({ 'Fn::Join': [{ Ref: 'AWS::Region' }, ['a', 'b']] }),
    'Queue: Fn::Join does not take Ref.',
  ],
  [
    "an output of another stack that is named by that stack's output",
    inQueueName({
      'Fn::GetStackOutput': {
        StackName: 'a',
        OutputName: 'b',
        Region: { 'Fn::GetStackOutput': { StackName: 'c', OutputName: 'd' } },
      },
    }),
    'Queue: Fn::GetStackOutput does not take Fn::GetStackOutput.',
  ],
  [
    "an output that is another stack's output",
    {
      Resources: { Queue: queue() },
      Outputs: { A: { Value: { 'Fn::GetStackOutput': { StackName: 'a', OutputName: 'b' } } } },
    },
    'Output A: An output does not take Fn::GetStackOutput.',
  ],
  [
    'a value that depends on a condition that the template lacks',
    inQueueName({ 'Fn::If': ['IsLarge', 'a', 'b'] }),
    'Queue: There is no condition IsLarge.',
  ],
  [
    'a condition that looks at a resource',
    {
      Conditions: { IsLarge: { 'Fn::Equals': [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'a'] } },
      Resources: { Queue: queue() },
    },
    'Condition IsLarge: Fn::Equals does not take Fn::GetAtt.',
  ],
];

it.each(wrongTemplates)('a template with %s is refused', (_, template, line) => {
  expect(refused(template)).toEqual([line]);
});

it('an output of a stack that is not deployed before the one that reads it is refused', () => {
  const provider = smallStack(
    { Resources: { Queue: queue() }, Outputs: { Name: { Value: { Ref: 'Queue' } } } },
    { id: 'Provider' },
  );
  const reads = (OutputName: string, dependsOn: readonly string[]) =>
    smallStack(inQueueName({ 'Fn::GetStackOutput': { StackName: 'provider', OutputName } }), {
      id: 'Reader',
      dependsOn,
    });
  const between = smallStack({ Resources: {} }, { id: 'Between', dependsOn: ['Provider'] });
  expect(refusalsOf([provider, reads('Name', ['Provider'])])).toEqual([]);
  expect(refusalsOf([provider, between, reads('Name', ['Between'])])).toEqual([]);
  expect(refusalsOf([provider, reads('Name', [])])).toEqual([
    'Reader: Provider is not deployed before it.',
  ]);
  expect(refusalsOf([provider, reads('Arn', ['Provider'])])).toEqual([
    'Reader: Provider has no output Arn.',
  ]);
  expect(refusalsOf([reads('Name', [])])).toEqual([
    'Reader: No stack of the assembly is called provider in eu-west-1.',
  ]);
});
