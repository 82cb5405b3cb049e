import { allowedRecursion, boundedByStream } from '../../lib/queues/allowed-recursion.ts';
import { invocationGraph } from '../support/deployment/invocation-graph.ts';
import {
  environmentOf,
  type Resource,
  type StageName,
  type SynthesizedApp,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production', 'laptop'];

const functionNamed = (app: SynthesizedApp, name: string) =>
  environmentOf(app.resource(name)).FUNCTION_NAME ?? name;

describe.each(stages)('functions that reach themselves, in %s', (stage) => {
  const app = synthesized(stage);
  const graph = invocationGraph(app.resources());
  const recursive = graph
    .recursive('all but tables')
    .map((name) => functionNamed(app, name))
    .sort();

  it('a function reaches itself through queues, topics, buckets or rules only with a bound of its own', () => {
    expect(recursive).toEqual(Object.keys(allowedRecursion).sort());
  });

  it('a function has RecursiveLoop: Allow where its recursion has a bound, and nowhere else', () => {
    const allowed = app
      .resources('AWS::Lambda::Function')
      .filter(({ properties }) => properties.RecursiveLoop !== undefined)
      .map(({ name, properties }) => [functionNamed(app, name), properties.RecursiveLoop]);
    expect(allowed).toEqual(recursive.map((name) => [name, 'Allow']));
  });

  it('a function that reaches itself through a table has a stated bound', () => {
    const names = graph.recursive('anything').map((name) => functionNamed(app, name));
    expect(names.sort()).toEqual(Object.keys(boundedByStream).sort());
  });
});

/** A function with its role, which has one grant. */
function aFunction(name: string, Action: string, resource: string): readonly Resource[] {
  const Statement = [{ Effect: 'Allow', Action, Resource: resource }];
  return [
    aResource('AWS::Lambda::Function', name, { Role: `${name}Role.Arn` }),
    aResource('AWS::IAM::Role', `${name}Role`, { Policies: [{ PolicyDocument: { Statement } }] }),
  ];
}

function aResource(type: string, name: string, properties: Resource['properties']): Resource {
  return {
    ...{ type, name, properties, logicalId: name, written: properties, tags: {} },
    ...{ deletionPolicy: undefined, updateReplacePolicy: undefined, updatePolicy: undefined },
    ...{ dependsOn: [], after: [] },
  };
}

const queue = (name: string, deadLetters?: string) =>
  aResource('AWS::SQS::Queue', name, {
    ...(deadLetters && { RedrivePolicy: { deadLetterTargetArn: `${deadLetters}.Arn` } }),
  });
const mapping = (source: string, target: string) =>
  aResource('AWS::Lambda::EventSourceMapping', `S.${source}Mapping`, {
    EventSourceArn: `${source}.Arn`,
    FunctionName: target,
  });

describe('the search for functions that reach themselves', () => {
  const planted: Readonly<Record<string, readonly Resource[]>> = {
    'its own queue': [
      ...aFunction('S.one', 'sqs:SendMessage', 'S.q.Arn'),
      queue('S.q'),
      mapping('S.q', 'S.one'),
    ],
    'an alias and a grant of everything': [
      ...aFunction('S.one', 'sqs:*', '*'),
      queue('S.q'),
      aResource('AWS::Lambda::Alias', 'S.oneLive', { FunctionName: 'S.one' }),
      mapping('S.q', 'S.oneLive'),
    ],
    'the dead letters of another queue': [
      ...aFunction('S.one', 'sqs:SendMessage', 'S.q.Arn'),
      ...[queue('S.q', 'S.dead'), queue('S.dead'), mapping('S.dead', 'S.one')],
    ],
    'another function': [
      ...aFunction('S.one', 'lambda:InvokeFunction', 'S.two.Arn'),
      ...aFunction('S.two', 'sqs:SendMessage', 'S.q.Arn'),
      ...[queue('S.q'), mapping('S.q', 'S.one')],
    ],
    'a topic': [
      ...aFunction('S.one', 'sns:Publish', 'S.topic'),
      aResource('AWS::SNS::Topic', 'S.topic', {}),
      aResource('AWS::SNS::Subscription', 'S.sub', { TopicArn: 'S.topic', Endpoint: 'S.one.Arn' }),
    ],
    'a rule': [
      ...aFunction('S.one', 'events:PutEvents', '*'),
      aResource('AWS::Events::Rule', 'S.rule', { Targets: [{ Arn: 'S.one.Arn' }] }),
    ],
    'a bucket': [
      ...aFunction('S.one', 's3:PutObject', 'S.bucket.Arn'),
      aResource('AWS::S3::Bucket', 'S.bucket', {
        NotificationConfiguration: { LambdaConfigurations: [{ Function: 'S.one.Arn' }] },
      }),
    ],
  };

  it.each(Object.entries(planted))(
    'a function that reaches itself through %s is found',
    (_, all) => {
      expect(invocationGraph(all).recursive('all but tables')).toContain('S.one');
    },
  );

  it("a function that reaches itself through a table's stream is found where tables count", () => {
    const all = [
      ...aFunction('S.one', 'dynamodb:PutItem', 'S.table.Arn'),
      aResource('AWS::DynamoDB::GlobalTable', 'S.table', {}),
      mapping('S.table', 'S.one'),
    ];
    expect(invocationGraph(all).recursive('anything')).toEqual(['S.one']);
    expect(invocationGraph(all).recursive('all but tables')).toEqual([]);
  });

  it('a function that only reads its queue, or that a schedule starts, does not reach itself', () => {
    const all = [
      ...aFunction('S.one', 'sqs:ReceiveMessage', 'S.q.Arn'),
      ...[queue('S.q'), mapping('S.q', 'S.one')],
      aResource('AWS::Events::Rule', 'S.rule', { Targets: [{ Arn: 'S.one.Arn' }] }),
    ];
    expect(invocationGraph(all).recursive('anything')).toEqual([]);
  });
});
