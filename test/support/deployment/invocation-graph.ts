import * as v from 'valibot';
import type { Resource } from './synthesized-app.ts';

/** How a function may be invoked by something it does: through tables as well, or not. */
type Through = 'anything' | 'all but tables';

/** The functions of templates, and everything through which one can cause the invocation of another. */
export interface InvocationGraph {
  /** All functions that may reach themselves, by their names. */
  recursive(through: Through): readonly string[];
}

/** The calls of each service that can lead to an invocation. */
const causing: readonly (readonly [action: RegExp, type: RegExp])[] = [
  [/^sqs:(SendMessage|\*)/, /^AWS::SQS::Queue$/],
  [/^sns:(Publish|\*)/, /^AWS::SNS::Topic$/],
  [/^s3:(PutObject|CopyObject|DeleteObject|Put\*|\*)/, /^AWS::S3::Bucket$/],
  [/^lambda:(Invoke|\*)/, /^AWS::Lambda::(Function|Alias)$/],
  [/^events:(PutEvents|\*)/, /^AWS::Events::(Rule|EventBus)$/],
  [
    /^dynamodb:(PutItem|UpdateItem|DeleteItem|BatchWriteItem|TransactWriteItems|PartiQL|\*)/,
    /^AWS::DynamoDB::(Table|GlobalTable)$/,
  ],
];

/** Reads the ways from function to function out of templates, in which references read as names. */
export function invocationGraph(resources: readonly Resource[]): InvocationGraph {
  const byName = new Map(resources.map((one) => [one.name, one]));
  const edges = new Map<string, Set<string>>();
  const add = (from: string, to: string) => {
    edges.set(from, (edges.get(from) ?? new Set()).add(to));
  };
  /** The resource of a reference such as `Data.Table.StreamArn`; undefined for one outside. */
  const named = (reference: string): Resource | undefined => {
    for (let name = reference; name.includes('.'); name = name.slice(0, name.lastIndexOf('.'))) {
      const found = byName.get(name);
      if (found) return found;
    }
    return undefined;
  };
  const ofType = (type: string) => resources.filter((one) => one.type === type);

  for (const fn of ofType('AWS::Lambda::Function')) {
    const { Role, DeadLetterConfig } = v.parse(FunctionOfTemplate, fn.properties);
    const role = named(Role);
    for (const { Action, Resource } of role ? statementsOf(role, resources) : []) {
      for (const [action, type] of causing) {
        if (!Action.some((one) => one === '*' || action.test(one))) continue;
        const reached = Resource.flatMap((reference) =>
          reference.startsWith('*')
            ? resources.filter((one) => type.test(one.type))
            : (named(reference) ?? []),
        );
        for (const one of reached) if (type.test(one.type)) add(fn.name, one.name);
      }
    }
    if (DeadLetterConfig) add(fn.name, named(DeadLetterConfig.TargetArn)?.name ?? '');
  }
  for (const { name, properties } of ofType('AWS::Lambda::Alias')) {
    add(name, named(v.parse(Alias, properties).FunctionName)?.name ?? '');
  }
  for (const { properties } of ofType('AWS::Lambda::EventSourceMapping')) {
    const mapping = v.parse(Mapping, properties);
    const target = named(mapping.FunctionName)?.name ?? '';
    add(named(mapping.EventSourceArn)?.name ?? '', target);
    const parked = mapping.DestinationConfig?.OnFailure.Destination;
    if (parked) add(target, named(parked)?.name ?? '');
  }
  for (const { name, properties } of ofType('AWS::SQS::Queue')) {
    const { RedrivePolicy } = v.parse(Queue, properties);
    if (RedrivePolicy) add(name, named(RedrivePolicy.deadLetterTargetArn)?.name ?? '');
  }
  for (const { properties } of ofType('AWS::SNS::Subscription')) {
    const { TopicArn, Endpoint } = v.parse(Subscription, properties);
    add(named(TopicArn)?.name ?? '', named(Endpoint)?.name ?? '');
  }
  for (const { name, properties } of ofType('AWS::Events::Rule')) {
    for (const { Arn } of v.parse(Rule, properties).Targets ?? []) {
      add(name, named(Arn)?.name ?? '');
    }
  }
  for (const { name, properties } of ofType('AWS::S3::Bucket')) {
    for (const reference of textsIn(properties.NotificationConfiguration)) {
      const target = named(reference);
      if (target) add(name, target.name);
    }
  }

  const isTable = (name: string) => byName.get(name)?.type.startsWith('AWS::DynamoDB::') === true;

  return {
    recursive(through) {
      const reaches = (from: string) => {
        const seen = new Set<string>();
        const open = [from];
        for (let one = open.pop(); one !== undefined; one = open.pop()) {
          for (const next of edges.get(one) ?? []) {
            if (next === from) return true;
            if (seen.has(next) || (through === 'all but tables' && isTable(next))) continue;
            seen.add(next);
            open.push(next);
          }
        }
        return false;
      };
      return ofType('AWS::Lambda::Function')
        .map(({ name }) => name)
        .filter(reaches)
        .sort();
    },
  };
}

/** All that a role allows, in itself and in policies beside it. */
function statementsOf(role: Resource, resources: readonly Resource[]) {
  const beside = resources
    .filter(({ type }) => type === 'AWS::IAM::Policy')
    .map(({ properties }) => v.parse(PolicyBeside, properties))
    .filter(({ Roles }) => Roles.includes(role.name))
    .map(({ PolicyDocument }) => PolicyDocument);
  const { Policies = [] } = v.parse(RoleOfTemplate, role.properties);
  return [...Policies.map(({ PolicyDocument }) => PolicyDocument), ...beside]
    .flatMap(({ Statement }) => Statement)
    .filter(({ Effect }) => Effect === 'Allow');
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const oneOrMore = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => [value].flat()),
);
const Document = v.object({
  Statement: v.array(v.object({ Effect: v.string(), Action: oneOrMore, Resource: oneOrMore })),
});
const RoleOfTemplate = v.object({
  Policies: v.optional(v.array(v.object({ PolicyDocument: Document }))),
});
const PolicyBeside = v.object({ Roles: v.array(v.string()), PolicyDocument: Document });
const FunctionOfTemplate = v.object({
  Role: v.string(),
  DeadLetterConfig: v.optional(v.object({ TargetArn: v.string() })),
});
const Alias = v.object({ FunctionName: v.string() });
const Mapping = v.object({
  EventSourceArn: v.string(),
  FunctionName: v.string(),
  DestinationConfig: v.optional(v.object({ OnFailure: v.object({ Destination: v.string() }) })),
});
const Queue = v.object({
  RedrivePolicy: v.optional(v.object({ deadLetterTargetArn: v.string() })),
});
const Subscription = v.object({ TopicArn: v.string(), Endpoint: v.string() });
const Rule = v.object({ Targets: v.optional(v.array(v.object({ Arn: v.string() }))) });
