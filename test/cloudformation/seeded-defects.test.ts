import { emptyAccount } from '../support/deployment/cloudformation/account.ts';
import { assemblyOf, withOtherCode } from '../support/deployment/cloudformation/assemblies.ts';
import type { Assembly } from '../support/deployment/cloudformation/assembly.ts';
import { deployAssembly, removeAssembly } from '../support/deployment/cloudformation/deployment.ts';
import { lostData } from '../support/deployment/cloudformation/findings.ts';
import {
  idOf,
  type PlantedTemplate,
  plant,
  withAttributes,
  withProperties,
} from '../support/deployment/cloudformation/planted-defects.ts';
import { refusalsOf } from '../support/deployment/cloudformation/refusals.ts';

const sound = () => assemblyOf('production');
const firstStep = () => assemblyOf('production', { first: 'Data,Vault,Ops' });
const withoutShift = () => assemblyOf('production', { shift: 'off' });

/** CloudFormation's refusals before it creates anything. */
const refused = (assembly: Assembly) => refusalsOf(assembly);

/** The error of a first deployment. */
const firstDeployment = (assembly: Assembly) => [deployAssembly(emptyAccount(), assembly) ?? ''];

/** The error of an update of a sound deployment, and the data that it loses. */
function update(assembly: Assembly): readonly string[] {
  const account = emptyAccount();
  deployAssembly(account, firstStep());
  deployAssembly(account, sound());
  account.changes.length = 0;
  return [deployAssembly(account, assembly) ?? '', ...lostData(account.changes)];
}

/** The data that a removal on purpose loses. */
function removal(assembly: Assembly): readonly string[] {
  const account = emptyAccount();
  deployAssembly(account, assembly);
  account.changes.length = 0;
  for (const stack of account.stacks.values()) stack.terminationProtection = false;
  return [removeAssembly(account, assembly) ?? '', ...lostData(account.changes)];
}

/** The error of a deployment of mended code while the API fails. */
function whileFailing(assembly: Assembly): readonly string[] {
  const account = emptyAccount();
  deployAssembly(account, withOtherCode(sound(), '0'));
  for (const thing of account.things) {
    if (thing.logicalId.startsWith('Unhealthy')) account.alarmsOn.add(thing.name);
  }
  return [deployAssembly(account, withOtherCode(assembly, '1')) ?? ''];
}

interface Defect {
  readonly stack: string;
  readonly change: (template: PlantedTemplate) => PlantedTemplate;
  /** The assembly with the defect: by default the production. */
  readonly into?: () => Assembly;
  /** The check that finds it, and the text of its finding. */
  readonly check: (assembly: Assembly) => readonly string[];
  readonly says: RegExp;
}

const defects: Readonly<Record<string, Defect>> = {
  "a function that waits for another's route, whose alias shifts under a role for both": {
    stack: 'ApiPayments',
    change: (template) =>
      withAttributes(template, 'paymentsconfirm', {
        DependsOn: [idOf(template, 'paymentscreateRoute')],
      }),
    check: refused,
    says: /A cycle of dependencies: .*paymentscreateLive/,
  },
  'a table with another key, which replaces it': {
    stack: 'Vault',
    change: (template) =>
      withProperties(template, 'Codes', {
        KeySchema: [{ AttributeName: 'sk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'sk', AttributeType: 'S' }],
      }),
    check: update,
    says: /turnout-production-vault\.Codes/,
  },
  'a route that moves to a stack that is deployed earlier': {
    stack: 'ApiAccounts',
    change: (template) => {
      const id = Object.keys(template.Resources).find((one) => one.includes('Route'));
      const mandates = sound().find((one) => one.id === 'ApiMandates');
      const route = [...(mandates?.template.resources.values() ?? [])].find(
        ({ type }) => type === 'AWS::ApiGatewayV2::Route',
      );
      if (!id || !route) throw new Error('There is no route.');
      const { ApiId, RouteKey } = route.properties;
      const Moved = { Type: route.type, Properties: { ApiId, RouteKey } };
      return { ...template, Resources: { ...template.Resources, Moved } };
    },
    check: update,
    says: /AWS::ApiGatewayV2::Route .* already exists/,
  },
  'an output that another stack reads and that is gone': {
    stack: 'Data',
    change: ({ Resources, Outputs }) => ({
      Resources,
      Outputs: Object.fromEntries(
        Object.entries(Outputs).filter(([name]) => !name.includes('StreamArn')),
      ),
    }),
    check: refused,
    says: /^Stream: Data has no output .*StreamArn/,
  },
  'a name that is too long in a Region with a long name': {
    stack: 'Vault',
    change: (template) =>
      withProperties(template, 'Auditor', {
        RoleName: {
          'Fn::Join': [
            '',
            [`turnout-production-vault-${'auditor-'.repeat(5)}`, { Ref: 'AWS::Region' }],
          ],
        },
      }),
    check: firstDeployment,
    says: /has more than 64 characters/,
  },
  'an alias that shifts although the deployment is one without a shift': {
    into: withoutShift,
    stack: 'ApiMandates',
    change: (template) =>
      withAttributes(template, 'mandatesrevokeLive', {
        UpdatePolicy: {
          CodeDeployLambdaAliasUpdate: {
            ApplicationName: { Ref: idOf(template, 'Releases') },
            DeploymentGroupName: { Ref: idOf(template, 'mandatesrevokeLiveShift') },
          },
        },
      }),
    check: whileFailing,
    says: /ALARM_ACTIVE/,
  },
  'a reference to a resource that does not exist': {
    stack: 'Lists',
    change: (template) =>
      withProperties(template, 'Unlisted', { KmsMasterKeyId: { Ref: 'NoSuchKey' } }),
    check: refused,
    says: /^Lists: Unlisted.* refers to NoSuchKey/,
  },
  'an attribute that the type lacks': {
    stack: 'Lists',
    change: (template) =>
      withProperties(template, 'queuesprojectlists', {
        Role: { 'Fn::GetAtt': [idOf(template, 'queuesprojectlistsRole'), 'Name'] },
      }),
    check: refused,
    says: /AWS::IAM::Role has no attribute Name/,
  },
  "a split of another stack's output": {
    stack: 'Lists',
    change: (template) =>
      withProperties(template, 'Unlisted', {
        KmsMasterKeyId: {
          'Fn::Select': [
            1,
            {
              'Fn::Split': [
                '/',
                {
                  'Fn::GetStackOutput': {
                    StackName: 'turnout-production-data',
                    OutputName: 'AdminKeySecret',
                  },
                },
              ],
            },
          ],
        },
      }),
    check: refused,
    says: /Fn::Split does not take Fn::GetStackOutput/,
  },
  'two routes of one key': {
    stack: 'ApiMandates',
    change: (template) =>
      withProperties(template, 'mandateslistRoute', {
        RouteKey:
          template.Resources[idOf(template, 'mandatesretrieveRoute')]?.Properties.RouteKey ?? '',
      }),
    check: firstDeployment,
    says: /AWS::ApiGatewayV2::Route .* already exists/,
  },
  "an operator's key that is not retained": {
    stack: 'Data',
    change: (template) => withAttributes(template, 'AdminKey', { DeletionPolicy: 'Delete' }),
    check: removal,
    says: /turnout-production-data\.AdminKey/,
  },
  'a property that the type lacks': {
    stack: 'Lists',
    change: (template) => withProperties(template, 'Unlisted', { Delay: 5 }),
    check: refused,
    says: /AWS::SQS::Queue has no property Delay/,
  },
  'a source of events that two mappings give one function': {
    stack: 'Lists',
    change: (template) => ({
      ...template,
      Resources: {
        ...template.Resources,
        Twice: template.Resources[idOf(template, 'ListChanges')] ?? { Properties: {} },
      },
    }),
    check: firstDeployment,
    says: /AWS::Lambda::EventSourceMapping .* already exists/,
  },
  'more aliases than one role may shift': {
    stack: 'ApiPayments',
    change: (template) => ({
      ...template,
      Resources: Object.fromEntries(
        Object.entries(template.Resources).map(([id, one]) => [
          id,
          one.Type === 'AWS::CodeDeploy::DeploymentGroup'
            ? {
                ...one,
                Properties: {
                  ...one.Properties,
                  ServiceRoleArn: { 'Fn::GetAtt': [idOf(template, 'Shift'), 'Arn'] },
                },
              }
            : one,
        ]),
      ),
    }),
    check: (assembly) => update(withOtherCode(assembly, '1')),
    says: /THROTTLED/,
  },
};

const planted = ({ into = sound, stack, change }: Defect) => plant(into(), stack, change);

it.each(Object.entries(defects))('the planted defect "%s" is caught', (_, defect) => {
  expect(defect.check(planted(defect)).filter((line) => defect.says.test(line))).not.toEqual([]);
});

it('an assembly without a defect passes every check', () => {
  for (const check of [refused, firstDeployment, update, removal]) {
    const lines = check(sound()).filter(
      (line) => !/\.(\w*(Queue|Deliveries)|Un\w+)[0-9A-F]{8}$/.test(line),
    );
    expect([check.name, lines.filter(Boolean)]).toEqual([check.name, []]);
  }
  expect(whileFailing(withoutShift())).toEqual(['']);
});
