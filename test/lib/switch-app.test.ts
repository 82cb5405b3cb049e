import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type AppProps, CfnResource, Stack, Validations } from 'aws-cdk-lib';
import { CfnTrail } from 'aws-cdk-lib/aws-cloudtrail';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks, PCIDSS321Checks } from 'cdk-nag';
import { operationsByStack } from '../../lib/api/deployed-operations.ts';
import { switchApp } from '../../lib/switch-app.ts';
import {
  environmentOf,
  type StageName,
  type SynthesizedApp,
  synthesized,
  synthesizedIn,
  withBundles,
} from '../support/deployment/synthesized-app.ts';
import { mostAtOnce } from '../support/table/most-at-once.ts';
import { tablesIn, tableTypes } from '../support/table/table-settings.ts';

const stages = [
  { stage: 'sandbox', keyEnvironment: 'snd' },
  { stage: 'production', keyEnvironment: 'prd' },
] as const;

type Context = Readonly<Record<string, unknown>>;

const appOf = (stage: string, props: AppProps, context: Context = {}, groups?: readonly string[]) =>
  switchApp({ ...props, context: { ...context, stage } }, undefined, groups);

/** The packs of rules, and all that they find, also where a reason is given. */
function packsFor(app: App) {
  const packs = [new AwsSolutionsChecks(app), new PCIDSS321Checks(app)];
  const findings: Finding[] = [];
  for (const pack of packs) {
    // Each finding is looked up here before it is reported.
    const isAcknowledged = Reflect.get(pack, 'isAcknowledged');
    const noting = (resource: CfnResource, id: string) => {
      findings.push({ path: resource.node.path, id });
      return Reflect.apply(isAcknowledged, pack, [resource, id]);
    };
    Object.defineProperty(pack, 'isAcknowledged', { value: noting });
  }
  return { packs, findings };
}

/**
 * Synthesizes with the rules of AWS Solutions and PCI, and throws their findings. Then throws where
 * a reason is given for a broken rule that is not broken. CloudFormation's own rules are checked in
 * cloudformation-rules.test.ts, with one validator for all templates.
 */
function check(stage: StageName, context: Context = {}) {
  withBundles((props) => {
    const app = appOf(stage, { ...props, builtinCloudFormationValidation: false }, context);
    const { packs, findings } = packsFor(app);
    Validations.of(app).addPlugins(...packs);
    app.synth();
    checkReasons(app, findings);
  });
}

describe.each(stages)('the deployment of $stage', ({ stage, keyEnvironment }) => {
  const app = synthesized(stage);

  it('the deployment keeps every rule of AWS Solutions and of PCI, except those with a reason in one line', () => {
    check(stage);
  });

  it('a deployment with a replica in another Region, and one that takes over there, keep the same rules', () => {
    check(stage, { region: 'eu-west-1', replicaRegion: 'eu-central-1' });
    check(stage, {
      region: 'eu-central-1',
      takesOverFrom: 'eu-west-1',
      tableName: 'the-replica',
      tableStreamArn:
        'arn:aws:dynamodb:eu-central-1:123456789012:table/the-replica/stream/2026-01-01T00:00:00.000',
    });
  });

  it('the deployment fits any account and region: its synthesis asks no account anything', () => {
    for (const { name, environment } of app.stacks) {
      expect([name, environment]).toEqual([name, 'aws://unknown-account/unknown-region']);
    }
  });

  it('the stacks export nothing, so that a reference between them can change and disappear', () => {
    expect(app.exports).toEqual([]);
  });

  it('the deployment stays below 400 resources in a stack and 300 routes in an API', () => {
    const apis = app.resources('AWS::ApiGatewayV2::Route').map(({ properties }) => {
      return JSON.stringify(properties.ApiId);
    });
    const ofEach = [...Map.groupBy(apis, (api) => api).values()].map(({ length }) => length);
    const routes = Math.max(...ofEach);
    const sizes = app.stacks.map(({ name: stack }) => ({
      stack,
      resources: app.resources().filter(({ name }) => name.startsWith(`${stack}.`)).length,
    }));
    const shown = sizes.map(({ stack, resources }) => `${stack} ${resources}`).join(', ');
    process.stdout.write(`Resources in ${stage}: ${shown}. Routes: ${routes}.\n`);
    expect(sizes.filter(({ resources }) => resources >= 400)).toEqual([]);
    expect(routes).toBeLessThan(300);
  });

  it('the deployment can be created in some order, because no resource of a stack waits for itself', () => {
    const waiting = waitingFor(app);
    const circles = app.resources().filter(({ name }) => waiting(name).has(name));
    expect(circles.map(({ name }) => name)).toEqual([]);
  });

  it('the deployment creates at most eight functions of an API, eight integrations and eight routes of a stack at once', () => {
    const waiting = waitingFor(app);
    const routes = app
      .resources('AWS::ApiGatewayV2::Route')
      .filter(({ properties }) => properties.RouteKey !== '$default');
    const behind = new Set(routes.flatMap(({ name }) => [name, ...waiting(name)]));
    const atOnce = ['AWS::ApiGatewayV2::Route', 'AWS::ApiGatewayV2::Integration', lambda].map(
      (type) => {
        const all = app
          .resources(type)
          .map(({ name }) => name)
          .filter((name) => behind.has(name));
        const byStack = Map.groupBy(all, (name) => name.split('.')[0]);
        return [type, Math.max(...[...byStack.values()].map((of) => mostAtOnce(of, waiting)))];
      },
    );
    expect(atOnce).toEqual([
      ['AWS::ApiGatewayV2::Route', 8],
      ['AWS::ApiGatewayV2::Integration', 8],
      [lambda, 8],
    ]);
  });

  it('the deployment makes API keys with its own prefix, and no function of it calls its own machine', () => {
    for (const one of app.resources('AWS::Lambda::Function')) {
      const { KEY_ENVIRONMENT = keyEnvironment, LOOPBACK_ALLOWED = 'false' } = environmentOf(one);
      expect([one.name, KEY_ENVIRONMENT]).toEqual([one.name, keyEnvironment]);
      expect([one.name, LOOPBACK_ALLOWED]).toEqual([one.name, 'false']);
    }
  });
});

const lambda = 'AWS::Lambda::Function';

it.each<StageName>(['sandbox', 'production'])(
  'the deployment of a %s changes few log groups, roles, policies, filters and alarms of a stack at once, because AWS allows a few changes a second',
  (stage) => {
    const app = synthesized(stage);
    const waiting = waitingFor(app);
    const types = ['Logs::LogGroup', 'Logs::MetricFilter', 'IAM::Role', 'IAM::Policy'];
    const atOnce = [...types, 'CloudWatch::Alarm', 'Lambda::Function'].map((type) => {
      const all = app.resources(`AWS::${type}`).map(({ name }) => name);
      const byStack = Map.groupBy(all, (name) => name.split('.')[0]);
      const most = Math.max(...[...byStack.values()].map((of) => mostAtOnce(of, waiting)));
      const largest = Math.max(...[...byStack.values()].map(({ length }) => length));
      return [type, most, largest > most];
    });
    // Only functions that the vault lets in have policies beside their roles: few in a stack.
    const policies = atOnce.find(([type]) => type === 'IAM::Policy');
    expect(atOnce).toEqual([
      ['Logs::LogGroup', 8, true],
      ['Logs::MetricFilter', 4, true],
      ['IAM::Role', 8, true],
      policies,
      ['CloudWatch::Alarm', 3, true],
      ['Lambda::Function', 8, true],
    ]);
    expect(Number(policies?.[1])).toBeLessThanOrEqual(8);
  },
);

/** Returns by a resource's name all resources that are finished before CloudFormation begins it. */
function waitingFor(app: SynthesizedApp): (name: string) => ReadonlySet<string> {
  const after = new Map(app.resources().map((one) => [one.name, one.after]));
  const found = new Map<string, Set<string>>();
  return function waiting(name) {
    const before = found.get(name) ?? new Set();
    if (found.has(name)) return before;
    found.set(name, before);
    const next = [...(after.get(name) ?? [])];
    for (let one = next.pop(); one !== undefined; one = next.pop()) {
      if (before.has(one)) continue;
      before.add(one);
      next.push(...(after.get(one) ?? []));
    }
    return before;
  };
}

it.each<[string, Context]>([
  [
    'warm functions, a rate for merchants, a fixed address and a domain of the API',
    {
      keepWarm: 2,
      merchantRate: 100,
      fixedAddress: 'on',
      apiDomain: 'pay.shop.example',
      apiCertificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/12ab-34cd',
    },
  ],
  [
    'an edge of the API and a domain for the pages of the vault',
    {
      region: 'eu-west-1',
      vaultDomain: 'cards.shop.example',
      vaultCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
      apiEdge: 'on',
      apiDomain: 'pay.shop.example',
      apiCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
    },
  ],
  [
    'a vault in an account of its own',
    {
      region: 'eu-west-1',
      vaultAccount: '222222222222',
      switchAccount: '111111111111',
      fixedAddress: 'on',
      vaultDomain: 'cards.shop.example',
      vaultCertificateArn: 'arn:aws:acm:us-east-1:222222222222:certificate/12ab-34cd',
    },
  ],
])('a deployment with %s keeps the same rules and gives its reasons', (_, context) => {
  check('production', context);
});

describe('a switch for real money', () => {
  const production = synthesized('production');

  it('a switch for real money has no sandbox processor, and no function has its address', () => {
    expect(production.stacks.map(({ name }) => name)).not.toContain('Sandbox');
    for (const one of production.resources('AWS::Lambda::Function')) {
      expect([one.name, ...Object.keys(environmentOf(one))]).not.toContain('SANDBOX_URL');
    }
    const routes = production.resources('AWS::ApiGatewayV2::Route');
    expect(JSON.stringify(routes)).not.toMatch(/sandbox|challenges/i);
  });

  it('a switch for real money keeps its table, its keys and its logs when a stack is deleted', () => {
    for (const type of [
      ...tableTypes,
      'AWS::KMS::Key',
      'AWS::SecretsManager::Secret',
      'AWS::Logs::LogGroup',
    ]) {
      const policies = production.resources(type).map(({ deletionPolicy }) => deletionPolicy);
      expect([type, ...new Set(policies)]).toEqual([type, 'RetainExceptOnCreate']);
    }
  });

  it('a switch for real money keeps nothing of a first deployment that fails: each resource is deleted, and each stack', () => {
    const deletion = production.resources().map((one) => one.deletionPolicy);
    expect(deletion).not.toContain('Retain');
    const replaced = production
      .resources()
      .filter((one) => one.deletionPolicy === 'RetainExceptOnCreate')
      .map(({ updateReplacePolicy }) => updateReplacePolicy);
    expect([...new Set(replaced)]).toEqual(['Retain']);
    const first = synthesized('production', { first: 'Data,Vault,Ops' }, []);
    expect(first.stacks.filter(({ terminationProtection }) => terminationProtection)).toEqual([]);
    expect(refusingTables(first)).toEqual([]);
  });

  it('a switch for real money protects the stacks with its data and its cards against deletion once they exist', () => {
    const protectedStacks = (app: SynthesizedApp) =>
      app.stacks.filter((one) => one.terminationProtection).map(({ name }) => name);
    expect(protectedStacks(production)).toEqual(['Data', 'Vault', 'Ops']);
    expect(refusingTables(production)).toEqual([
      'Data.Table',
      ...['Audit', 'Cards', 'Codes', 'Credentials', 'Keys'].map((table) => `Vault.${table}`),
    ]);
    // A part that is deployed later does not remove the protection of the existing parts.
    const vaultIsNew = synthesized('production', { first: 'Vault' }, []);
    expect(protectedStacks(vaultIsNew)).toEqual(['Data', 'Ops']);
    expect(refusingTables(vaultIsNew)).toEqual(['Data.Table']);
  });

  it('the removal of all stacks of a switch for real money ends at a protected one before any is deleted', () => {
    const [locks, others] = [true, false].map((is) =>
      production.stacks.filter((one) => one.terminationProtection === is),
    );
    // The CDK deletes a stack after all that depend on it.
    const lock = locks?.find(({ name }) => name === 'Ops');
    expect(lock?.dependsOn).toEqual(expect.arrayContaining(others?.map(({ name }) => name) ?? []));
  });

  it.each(['Api', 'Data,Lists', 7])(
    'a switch for real money has no stack %j that could be protected later',
    (first) => {
      expect(() => synthesized('production', { first })).toThrow('first must name some of');
    },
  );
});

it('a stack has the same resources in an app with few groups of operations as in the app of all, except alarms and the stage', () => {
  const templatesOf = (groups?: readonly string[]) =>
    synthesizedIn(
      'production',
      {},
      (directory) =>
        new Map(
          globSync('*.template.json', { cwd: directory })
            .filter((file) => !/^(Ops|ApiStage)\./.test(file))
            .map((file) => [file, JSON.parse(readFileSync(join(directory, file), 'utf8'))]),
        ),
      groups,
    );
  const [all, few] = [templatesOf(), templatesOf(['payments'])];
  const groups = Object.keys(operationsByStack);
  expect(few.size).toBe(all.size - groups.length + 1);
  for (const [file, { Resources, Outputs = {} }] of few) {
    const whole = all.get(file);
    expect([file, Resources]).toEqual([file, whole.Resources]);
    // Outputs that only other groups import are absent.
    expect([file, whole.Outputs ?? {}]).toMatchObject([file, Outputs]);
  }
});

describe('a switch on trial', () => {
  it('a sandbox stage can be deleted without a remainder', () => {
    const sandbox = synthesized('sandbox');
    // Versions stay for a rollback for as long as there is their function, which takes them with it.
    const resources = sandbox.resources().filter(({ type }) => type !== 'AWS::Lambda::Version');
    const policies = resources.map((one) => one.deletionPolicy ?? 'Delete');
    expect([...new Set(policies)]).toEqual(['Delete']);
    expect(sandbox.stacks.filter(({ terminationProtection }) => terminationProtection)).toEqual([]);
  });
});

describe('the checks before a deployment', () => {
  /** The same checks of an app that contains only this. */
  const checkOnly = (add: (stack: Stack) => void) =>
    withBundles((props) => {
      const app = new App({ ...props, builtinCloudFormationValidation: false });
      add(new Stack(app, 'Careless'));
      Validations.of(app).addPlugins(...packsFor(app).packs);
      app.synth();
    });

  it('the checks before a deployment stop a template that breaks a rule of PCI without a stated reason', () => {
    const add = (stack: Stack) =>
      new CfnTrail(stack, 'Trail', { isLogging: true, s3BucketName: 'trail' });
    expect(() => checkOnly(add)).toThrow(/PCI\.DSS\.321-CloudTrailEncryptionEnabled/);
  });

  it('the checks before a deployment stop a template that breaks a rule of AWS Solutions', () => {
    expect(() => checkOnly((stack) => new Queue(stack, 'Queue'))).toThrow(
      /Acknowledge with 'AwsSolutions::AwsSolutions-SQS4'/,
    );
  });

  it('the checks before a deployment stop a template that CloudFormation would refuse, and need only the app itself', () => {
    const refused = withBundles((props) => {
      const app = appOf('sandbox', props, {}, []);
      // cloudformation-rules.test.ts checks the switch's own templates.
      for (const { node } of app.node.children) app.node.tryRemoveChild(node.id);
      const stack = new Stack(app, 'Wrong');
      const queue = (id: string, DelaySeconds: unknown) =>
        new CfnResource(stack, id, { type: 'AWS::SQS::Queue', properties: { DelaySeconds } });
      queue('Right', 5);
      queue('Late', 'soon');
      try {
        app.synth();
        return 'nothing';
      } catch (error) {
        return String(error);
      }
    });
    expect(refused).toMatch(/ERROR.*DelaySeconds/);
    expect(refused).not.toContain('Right');
  });
});

describe('the stage', () => {
  it.each(['staging', 'Production', ''])('"%s" does not exist, and is refused by name', (stage) => {
    expect(() => withBundles((props) => appOf(stage, props))).toThrow(
      `There is no stage "${stage}". Stages: sandbox, laptop, production.`,
    );
  });

  it('the stage is the sandbox when none is named', () => {
    const names = withBundles((props) => stacksOf(switchApp(props, undefined, [])));
    expect(names).toContain('turnout-sandbox-data');
  });

  it('the stage is part of the name of every stack, so that two stages fit into one account', () => {
    for (const { stage } of stages) {
      for (const { stackName } of synthesized(stage).stacks) {
        expect(stackName).toMatch(new RegExp(`^turnout-${stage}-`));
      }
    }
  });
});

/** The tables that refuse to be deleted. */
const refusingTables = (app: SynthesizedApp) =>
  tablesIn(app)
    .filter(({ refusesDeletion }) => refusesDeletion)
    .map(({ name }) => name)
    .sort();

const stacksOf = (app: App) =>
  app.node.children.filter((child) => child instanceof Stack).map(({ stackName }) => stackName);

/** Every acknowledgement must match a finding. */
function checkReasons(app: App, findings: readonly Finding[]) {
  expect(findings.length).toBeGreaterThan(100);
  for (const { path, id, reason } of acknowledgements(app)) {
    // The CDK's own network acknowledges these for its zones.
    if (id.startsWith('CloudFormation-Validate::')) continue;
    // An acknowledgement for a type of resource must match at least one resource.
    const isOfType = id.startsWith('PCI.');
    const matches = findings.filter(
      (one) => one.id === id && (isOfType || one.path.startsWith(`${path}/`)),
    );
    expect([path, id, matches.length > 0]).toEqual([path, id, true]);
    expect(reason).toMatch(/^[A-Z].*\.$/);
  }
}

interface Finding {
  readonly path: string;
  readonly id: string;
}

function acknowledgements(app: App): readonly (Finding & { readonly reason: string })[] {
  return app.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries<unknown>(data))
      .map(([id, reason]) => ({
        path: node.path,
        id: id.replace(/^annotation::/i, ''),
        reason: String(reason),
      })),
  );
}
