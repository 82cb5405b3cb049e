import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { requiredConcurrency } from '../../lib/quota.ts';
import { type StageName, synthesizedIn } from '../support/synthesized-app.ts';

const edge = {
  region: 'eu-west-1',
  vaultDomain: 'cards.shop.example',
  vaultCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
  apiEdge: 'on',
  apiDomain: 'pay.shop.example',
  apiCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
};

/** Each stage with the settings that make its templates largest. */
const assemblies: readonly (readonly [StageName, Readonly<Record<string, unknown>>])[] = [
  ['sandbox', edge],
  [
    'production',
    {
      ...edge,
      ...{ keepWarm: 20, merchantRate: 100, fixedAddress: 'on', backups: 'weekly' },
      ...{ traces: 'on', traceSampling: '0.05', alarmEmail: 'alarms@shop.example' },
    },
  ],
];

const Properties = v.record(v.string(), v.unknown());
const Template = v.object({
  Resources: v.record(
    v.string(),
    v.object({ Type: v.string(), Properties: v.optional(Properties, {}) }),
  ),
  Outputs: v.optional(Properties, {}),
  Parameters: v.optional(Properties, {}),
});

interface Resource {
  readonly stack: string;
  readonly id: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface Assembly {
  readonly templates: readonly (v.InferOutput<typeof Template> & {
    readonly stack: string;
    readonly bytes: number;
  })[];
  readonly resources: readonly Resource[];
}

/** One figure of an assembly: what it is of, and how large. */
type Figure = readonly [of: string, amount: number];

interface Quota {
  readonly limit: number;
  readonly source: string;
  readonly figures: (assembly: Assembly) => readonly Figure[];
}

/**
 * Bytes of a part of a template, with references in it: what they stand for is shorter, or about as
 * long.
 */
const bytes = (part: unknown) => Buffer.byteLength(JSON.stringify(part) ?? '');

const each =
  (type: string, amount: (properties: Resource['properties']) => number) =>
  ({ resources }: Assembly): readonly Figure[] =>
    resources
      .filter((one) => one.type === type)
      .map(({ stack, id, properties }) => [`${stack}.${id}`, amount(properties)]);

const eachStack =
  (amount: (template: Assembly['templates'][number]) => number) =>
  ({ templates }: Assembly): readonly Figure[] =>
    templates.map((template) => [template.stack, amount(template)]);

/** How many resources of these types there are for each value of a property. */
const countedBy =
  (type: string, property: string) =>
  ({ resources }: Assembly): readonly Figure[] => {
    const counts = new Map<string, number>();
    for (const one of resources.filter((resource) => resource.type === type)) {
      const of = thingOf(one.stack, one.properties[property]);
      counts.set(of, (counts.get(of) ?? 0) + 1);
    }
    return [...counts];
  };

const Reference = v.object({ Ref: v.string() });
const Output = v.object({
  'Fn::GetStackOutput': v.object({ StackName: v.string(), OutputName: v.string() }),
});

/** One name for a thing, whether its own stack refers to it or another one. */
function thingOf(stack: string, value: unknown): string {
  if (v.is(Reference, value)) return `${stack.toLowerCase()} ${value.Ref}`;
  if (!v.is(Output, value)) return JSON.stringify(value);
  const { StackName, OutputName } = value['Fn::GetStackOutput'];
  const [, id] = /^PublishOutputRef(\w+[0-9A-F]{8})[0-9A-F]{8}$/.exec(OutputName) ?? [];
  return `${StackName.replace(/^turnout-\w+-/, '')} ${id}`;
}

const inAll =
  (...types: readonly string[]) =>
  ({ resources }: Assembly): readonly Figure[] => [
    ['all stacks', resources.filter(({ type }) => types.includes(type)).length],
  ];

/** Inline policies of each role: its own and those that are attached to it. */
function inlinePolicies({ resources }: Assembly): readonly Figure[] {
  const attached = resources.filter(({ type }) => type === 'AWS::IAM::Policy');
  return resources
    .filter(({ type }) => type === 'AWS::IAM::Role')
    .map(({ stack, id, properties }) => {
      const beside = attached.filter(
        (one) => one.stack === stack && JSON.stringify(one.properties.Roles).includes(`"${id}"`),
      );
      const all = [
        ...v.parse(v.optional(v.array(Properties), []), properties.Policies),
        ...beside.map((one) => one.properties),
      ];
      return [
        `${stack}.${id}`,
        all.reduce((sum, { PolicyDocument }) => sum + bytes(PolicyDocument), 0),
      ];
    });
}

const Widgets = v.object({
  widgets: v.array(
    v.looseObject({
      properties: v.looseObject({ metrics: v.optional(v.array(v.unknown()), []) }),
    }),
  ),
});

/** The widgets of a dashboard, whose body is text with references. */
function widgetsOf({ DashboardBody }: Resource['properties']) {
  const Joined = v.object({ 'Fn::Join': v.tuple([v.literal(''), v.array(v.unknown())]) });
  const parsed = v.safeParse(Joined, DashboardBody);
  const parts = parsed.success ? parsed.output['Fn::Join'][1] : [DashboardBody];
  const text = parts.map((part) => (typeof part === 'string' ? part : 'x')).join('');
  return v.parse(Widgets, JSON.parse(text)).widgets;
}

const Replicas = v.object({
  Replicas: v.array(v.looseObject({ ResourcePolicy: v.optional(v.unknown()) })),
});

const docs = 'https://docs.aws.amazon.com';
const cloudFormation = `${docs}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`;
const httpApi = `${docs}/apigateway/latest/developerguide/http-api-quotas.html`;
const iam = `${docs}/IAM/latest/UserGuide/reference_iam-quotas.html`;
const lambda = `${docs}/lambda/latest/dg/gettingstarted-limits.html`;
const cloudWatch = `${docs}/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html`;

/** AWS's limits, each with the page that states it. Those that AWS would raise stand at their default. */
const quotas: Readonly<Record<string, Quota>> = {
  'resources of a stack': {
    ...{ limit: 500, source: cloudFormation },
    figures: eachStack(({ Resources }) => Object.keys(Resources).length),
  },
  'outputs of a stack': {
    ...{ limit: 200, source: cloudFormation },
    figures: eachStack(({ Outputs }) => Object.keys(Outputs).length),
  },
  'parameters of a stack': {
    ...{ limit: 200, source: cloudFormation },
    figures: eachStack(({ Parameters }) => Object.keys(Parameters).length),
  },
  'bytes of a template, as the CDK uploads it': {
    ...{ limit: 1_000_000, source: cloudFormation },
    figures: eachStack((template) => template.bytes),
  },
  'routes of an HTTP API': {
    ...{ limit: 300, source: httpApi },
    figures: countedBy('AWS::ApiGatewayV2::Route', 'ApiId'),
  },
  'integrations of an HTTP API, which AWS does not raise': {
    ...{ limit: 300, source: httpApi },
    figures: countedBy('AWS::ApiGatewayV2::Integration', 'ApiId'),
  },
  'bytes of the inline policies of a role': {
    ...{ limit: 10_240, source: iam },
    figures: inlinePolicies,
  },
  'bytes of the trust policy of a role': {
    ...{ limit: 2_048, source: iam },
    figures: each('AWS::IAM::Role', (role) => bytes(role.AssumeRolePolicyDocument)),
  },
  'roles of an account': { limit: 1_000, source: iam, figures: inAll('AWS::IAM::Role') },
  'bytes of a key policy': {
    limit: 32_768,
    source: `${docs}/kms/latest/developerguide/resource-limits.html`,
    figures: each('AWS::KMS::Key', ({ KeyPolicy }) => bytes(KeyPolicy)),
  },
  'bytes of the policy of a global table': {
    limit: 20_480,
    source: `${docs}/amazondynamodb/latest/developerguide/rbac-considerations.html`,
    figures: each('AWS::DynamoDB::GlobalTable', (table) =>
      Math.max(...v.parse(Replicas, table).Replicas.map((one) => bytes(one.ResourcePolicy))),
    ),
  },
  'bytes of the policy of a table': {
    limit: 20_480,
    source: `${docs}/amazondynamodb/latest/developerguide/rbac-considerations.html`,
    figures: each('AWS::DynamoDB::Table', ({ ResourcePolicy }) => bytes(ResourcePolicy)),
  },
  'bytes of the policy of a bucket': {
    limit: 20_480,
    source: `${docs}/AmazonS3/latest/userguide/bucket-policies.html`,
    figures: each('AWS::S3::BucketPolicy', ({ PolicyDocument }) => bytes(PolicyDocument)),
  },
  'bytes of the environment of a function': {
    ...{ limit: 4_096, source: lambda },
    figures: each('AWS::Lambda::Function', ({ Environment }) => bytes(Environment)),
  },
  'functions that run at once, with callers’ share': {
    ...{ limit: 1_000, source: lambda },
    figures: () => [['the account', requiredConcurrency]],
  },
  'metric filters of a log group': {
    limit: 100,
    source: `${docs}/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html`,
    figures: countedBy('AWS::Logs::MetricFilter', 'LogGroupName'),
  },
  'alarms of a Region': {
    ...{ limit: 5_000, source: cloudWatch },
    figures: inAll('AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'),
  },
  'characters of the rule of a composite alarm': {
    limit: 10_240,
    source: `${docs}/AmazonCloudWatch/latest/APIReference/API_PutCompositeAlarm.html`,
    figures: each('AWS::CloudWatch::CompositeAlarm', ({ AlarmRule }) => bytes(AlarmRule)),
  },
  'widgets of a dashboard': {
    ...{ limit: 500, source: cloudWatch },
    figures: each('AWS::CloudWatch::Dashboard', (one) => widgetsOf(one).length),
  },
  'metrics of a dashboard': {
    ...{ limit: 2_500, source: cloudWatch },
    figures: each('AWS::CloudWatch::Dashboard', (one) =>
      widgetsOf(one).reduce((sum, { properties }) => sum + properties.metrics.length, 0),
    ),
  },
  'bytes of a CloudFront function': {
    limit: 10_240,
    source: `${docs}/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html`,
    figures: each('AWS::CloudFront::Function', ({ FunctionCode }) => bytes(FunctionCode)),
  },
};

describe.each(assemblies)('%s with its largest settings', (stage, context) => {
  const assembly = synthesizedIn(stage, context, read);

  it.each(Object.entries(quotas))('stays below 90 % of the limit on %s', (_, quota) => {
    const figures = quota.figures(assembly);
    const largest = figures.toSorted(([, one], [, other]) => other - one)[0];
    if (stage === 'production') expect(figures.length).toBeGreaterThan(0);
    const most = 0.9 * quota.limit;
    expect(figures.filter(([, amount]) => !(amount < most)).map((one) => [...one, most])).toEqual(
      [],
    );
    const shown = largest && `${largest[1]} of ${quota.limit} (${largest[0].slice(0, 60)})`;
    process.stdout.write(`${stage}: ${_}: ${shown ?? 'none'}. ${quota.source}\n`);
  });
});

function read(directory: string): Assembly {
  const suffix = '.template.json';
  const templates = globSync(`*${suffix}`, { cwd: directory }).map((file) => {
    const text = readFileSync(join(directory, file), 'utf8');
    const stack = file.slice(0, -suffix.length);
    return { ...v.parse(Template, JSON.parse(text)), stack, bytes: Buffer.byteLength(text) };
  });
  const resources = templates.flatMap(({ stack, Resources }) =>
    Object.entries(Resources).map(([id, { Type: type, Properties: properties }]) => ({
      ...{ stack, id, type, properties },
    })),
  );
  return { templates, resources };
}
