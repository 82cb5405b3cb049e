import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CloudFormationValidatePlugin, Stack, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks, PCIDSS321Checks } from 'cdk-nag';
import * as v from 'valibot';
import { pipelineRolesApp } from '../../lib/pipeline/pipeline-roles-app.ts';
import { synthesized } from '../support/deployment/synthesized-app.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';

const outdir = mkdtempSync(path.join(tmpdir(), 'turnout-roles-'));
afterAll(() => rmSync(outdir, { recursive: true }));

const repository = 'shop/turnout';

function templateOf(context: Readonly<Record<string, unknown>>) {
  const app = pipelineRolesApp({ context: { repository, ...context }, outdir });
  const stack = app.node.findChild('PipelineRoles');
  if (!Stack.isStack(stack)) throw new Error('The app has no stack of roles.');
  return Template.fromStack(stack);
}

const Named = v.object({ Ref: v.string() });
const Statements = v.object({ Statement: v.array(v.unknown()) });
const RoleResource = v.object({
  Properties: v.strictObject({
    RoleName: v.string(),
    Description: v.string(),
    MaxSessionDuration: v.number(),
    AssumeRolePolicyDocument: v.looseObject(Statements.entries),
  }),
});
const PolicyResource = v.object({
  Properties: v.object({ Roles: v.array(Named), PolicyDocument: Statements }),
});

/** The trust and the permissions of each role, by its name. A role has only inline policies. */
function rolesOf(context: Readonly<Record<string, unknown>>) {
  const template = templateOf(context);
  const policies = Object.values(template.findResources('AWS::IAM::Policy')).map(
    (one) => v.parse(PolicyResource, one).Properties,
  );
  return Object.fromEntries(
    Object.entries(template.findResources('AWS::IAM::Role')).map(([id, resource]) => {
      const role = v.parse(RoleResource, resource).Properties;
      const own = policies.filter(({ Roles }) => Roles.some(({ Ref }) => Ref === id));
      return [
        role.RoleName,
        {
          trusts: readable(role.AssumeRolePolicyDocument.Statement),
          may: readable(own.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)),
        },
      ];
    }),
  );
}

const Join = v.object({ 'Fn::Join': v.tuple([v.string(), v.array(v.unknown())]) });
const Attribute = v.object({ 'Fn::GetAtt': v.array(v.string()) });

/** The value with the names of things in place of references. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  if (v.is(Named, value)) return `<${value.Ref}>`;
  if (v.is(Attribute, value)) return value['Fn::GetAtt'].join('.');
  if (v.is(Join, value)) {
    const [separator, parts] = value['Fn::Join'];
    return parts.map(readable).join(separator);
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, readable(one)]));
}

const trust = (subjects: string | readonly string[], provider = 'GitHub.Arn') => [
  {
    Action: 'sts:AssumeRoleWithWebIdentity',
    Effect: 'Allow',
    Principal: { Federated: provider },
    Condition: {
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        'token.actions.githubusercontent.com:sub': subjects,
      },
    },
  },
];

const cdkRole = (name: string, region = '<AWS::Region>') =>
  `arn:<AWS::Partition>:iam::<AWS::AccountId>:role/cdk-hnb659fds-${name}-role-<AWS::AccountId>-${region}`;
const mayAssume = (resources: string | readonly string[]) => [
  { Action: 'sts:AssumeRole', Effect: 'Allow', Resource: resources },
];

it('a pull request may assume only the role for look-ups, and only in a sandbox', () => {
  expect(rolesOf({ stage: 'sandbox' })['turnout-sandbox-pipeline-read']).toEqual({
    trusts: trust(['repo:shop/turnout:ref:refs/heads/main', 'repo:shop/turnout:pull_request']),
    may: mayAssume(cdkRole('lookup')),
  });
  expect(rolesOf({ stage: 'production' })['turnout-production-pipeline-read']).toEqual({
    trusts: trust(['repo:shop/turnout:ref:refs/heads/main']),
    may: mayAssume(cdkRole('lookup')),
  });
});

it.each(['sandbox', 'production'])(
  'only a job of the environment %s may assume the roles that deploy it',
  (stage) => {
    const roles = rolesOf({ stage });
    expect(roles[`turnout-${stage}-pipeline-deploy`]).toEqual({
      trusts: trust([`repo:shop/turnout:environment:${stage}`]),
      may: mayAssume([cdkRole('deploy'), cdkRole('file-publishing'), cdkRole('lookup')]),
    });
    expect(Object.keys(roles)).toHaveLength(2);
  },
);

it('a stage with an edge may also assume the roles of us-east-1', () => {
  const { may } = rolesOf({ apiEdge: 'on' })['turnout-sandbox-pipeline-read'] ?? {};
  expect(may).toEqual(mayAssume([cdkRole('lookup'), cdkRole('lookup', 'us-east-1')]));
});

it('a stage with a replica may also assume the roles of its Region, once where an edge is there too', () => {
  const readRole = (context: Readonly<Record<string, unknown>>) =>
    rolesOf(context)['turnout-sandbox-pipeline-read']?.may;
  expect(readRole({ replicaRegion: 'eu-central-1' })).toEqual(
    mayAssume([cdkRole('lookup'), cdkRole('lookup', 'eu-central-1')]),
  );
  expect(readRole({ replicaRegion: 'us-east-1', apiEdge: 'on' })).toEqual(
    mayAssume([cdkRole('lookup'), cdkRole('lookup', 'us-east-1')]),
  );
});

it.each([
  ['a domain of the vault in its settings file', {}, { vaultDomain: 'cards.shop.example' }, true],
  ['an edge in its settings file', {}, { apiEdge: 'on' }, true],
  ['an edge in its settings file that -c overrides', { apiEdge: 'off' }, { apiEdge: 'on' }, false],
  ['other settings in its settings file', {}, { alarmEmail: 'a@b.example' }, false],
])(
  'roles of a stage with %s are for us-east-1 only when it has stacks there',
  (_, context, file, hasFilter) => {
    const app = pipelineRolesApp(
      { context: { repository, stage: 'production', ...context }, outdir },
      (stage) => (stage === 'production' ? file : {}),
    );
    const stack = app.node.findChild('PipelineRoles');
    if (!Stack.isStack(stack)) throw new Error('The app has no stack of roles.');
    const text = JSON.stringify(Template.fromStack(stack).toJSON());
    expect(text.includes('-us-east-1')).toBe(hasFilter);
  },
);

const { it: itDrawn } = drawnByDay('templates');

itDrawn(
  'npx turnout deploy --pipeline-roles reads the settings file of the stage, and refuses one with a mistake',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'turnout-roles-file-'));
    const run = (settings: object) => {
      writeFileSync(path.join(folder, 'turnout.production.json'), JSON.stringify(settings));
      const script = path.join(import.meta.dirname, '..', '..', 'bin', 'pipeline-roles.ts');
      const { status, stderr } = spawnSync(process.execPath, [script], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          CDK_OUTDIR: path.join(folder, 'out'),
          CDK_CONTEXT_JSON: JSON.stringify({ stage: 'production', repository }),
        },
      });
      return { status, stderr };
    };
    try {
      expect(run({ vaultDomain: 'cards.shop.example' })).toEqual({ status: 0, stderr: '' });
      const template = path.join(folder, 'out', 'PipelineRoles.template.json');
      expect(readFileSync(template, 'utf8')).toContain('-us-east-1');
      const refused = run({ vaultDomian: 'cards.shop.example' });
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain('did you mean vaultDomain?');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

it('roles trust the subjects that GitHub gives to repositories with immutable names', () => {
  const roles = rolesOf({ repository: 'shop@123/turnout@456', branch: 'trunk' });
  expect(roles['turnout-sandbox-pipeline-read']?.trusts).toEqual(
    trust([
      'repo:shop@123/turnout@456:ref:refs/heads/trunk',
      'repo:shop@123/turnout@456:pull_request',
    ]),
  );
});

it('an account that trusts GitHub already gets no second provider', () => {
  const existing = templateOf({ oidcProvider: 'existing' });
  existing.resourceCountIs('AWS::IAM::OIDCProvider', 0);
  const { trusts } = rolesOf({ oidcProvider: 'existing' })['turnout-sandbox-pipeline-deploy'] ?? {};
  const arn =
    'arn:<AWS::Partition>:iam::<AWS::AccountId>:oidc-provider/token.actions.githubusercontent.com';
  expect(trusts).toEqual(trust(['repo:shop/turnout:environment:sandbox'], arn));
  templateOf({}).hasResourceProperties('AWS::IAM::OIDCProvider', {
    Url: 'https://token.actions.githubusercontent.com',
    ClientIdList: ['sts.amazonaws.com'],
  });
});

it.each([
  ['no repository', { repository: undefined }, 'repository must be such as owner/name'],
  ['a repository for all of an owner', { repository: 'shop/*' }, 'repository must be such as'],
  ['a repository with one number', { repository: 'shop@1/turnout' }, 'repository must be such as'],
  ['a branch for all branches', { branch: '*' }, 'branch must be the name of a branch'],
  ['a stage that is not deployed', { stage: 'laptop' }, 'There is no stage "laptop" to deploy'],
  ['another provider', { oidcProvider: 'mine' }, 'oidcProvider must be new, or existing'],
])("a setting of the pipeline's roles with %s is refused", (_, context, message) => {
  expect(() => templateOf(context)).toThrow(message);
});

itDrawn('the roles break no rule of cdk-nag or of CloudFormation', () => {
  const app = pipelineRolesApp({ context: { repository, stage: 'production' }, outdir });
  Validations.of(app).addPlugins(
    ...[new AwsSolutionsChecks(app), new PCIDSS321Checks(app)],
    new CloudFormationValidatePlugin(),
  );
  expect(() => app.synth()).not.toThrow();
});

it('no deployment of the switch holds a role of the workflows', () => {
  const names = synthesized('production').stacks.map(({ stackName }) => stackName);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => name.includes('pipeline'))).toEqual([]);
});
