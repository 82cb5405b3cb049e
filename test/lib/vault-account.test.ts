import * as v from 'valibot';
import type { VaultAccess, VaultTableName } from '#vault/http/vault-operation.ts';
import { vaultUses } from '#vault/http/vault-uses.ts';
import type { KeyClass } from '#vault/keys/key-provider.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { readAssembly } from '../../local/assembly/assembly.ts';
import {
  pseudoValues,
  referencesIn,
  resolveObject,
  type Scope,
} from '../../local/assembly/intrinsics.ts';
import { operations } from '../../shared/operations.ts';
import { withClient } from '../clients/with-client.ts';
import {
  type AskedOfIam,
  iamSimulate,
  isAllowedByIam,
  knownConditions,
  policyDocument,
} from '../support/deployment/iam-simulate.ts';
import { PolicyStatement } from '../support/deployment/policy-statement.ts';
import { synthesized, synthesizedIn } from '../support/deployment/synthesized-app.ts';

const region = 'eu-west-1';
const accounts = { switch: '111111111111', vault: '222222222222' };
const settings = {
  vaultAccount: accounts.vault,
  switchAccount: accounts.switch,
  region,
  vaultDomain: 'cards.shop.example',
  vaultCertificateArn: `arn:aws:acm:us-east-1:${accounts.vault}:certificate/12ab-34cd`,
  fixedAddress: 'on',
};

const Document = v.object({ Statement: v.array(PolicyStatement) });

const assembly = synthesizedIn('production', settings, readAssembly);

/** The values of an account in the texts of its resources; a reference keeps its name. */
const resources = assembly.flatMap(({ account = '', name: stackName, template }) => {
  const values = pseudoValues({ accountId: account, region, stackName });
  const scope: Scope = {
    template,
    pseudo: (name) => values[name],
    reference: (logicalId) => `ref:${logicalId}`,
    attribute: (logicalId, name) => `${logicalId}.${name}`,
    output: (of) => `${of.stack}.${of.output}`,
    instead: (name, argument) =>
      /^(Ref|Fn::(GetAtt|GetStackOutput|Join))$/.test(name)
        ? undefined
        : `${name}:${JSON.stringify(argument)}`,
  };
  return [...template.resources].map(([id, { type, properties }]) => ({
    id,
    account,
    stackName,
    type,
    properties: resolveObject(properties, scope),
  }));
});
const ofType = (...types: readonly string[]) =>
  resources.filter(({ type }) => types.includes(type));

const classes = ['pan', 'display', 'cvc', 'fingerprint'] as const satisfies readonly KeyClass[];
const tables = [
  'cards',
  'codes',
  'keys',
  'credentials',
  'audit',
] as const satisfies readonly VaultTableName[];

/** The role of an operation of the switch, by its function. */
const functionOf = (operation: string) => {
  const [fn] = ofType('AWS::Lambda::Function').filter(
    ({ properties }) =>
      v.parse(
        v.object({ Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }) }),
        properties,
      ).Environment.Variables.FUNCTION_NAME === operation,
  );
  if (!fn) throw new Error(`There is no function of ${operation}.`);
  return { ...fn, name: String(fn.properties.FunctionName) };
};

const users = operations.flatMap(({ name, access: { vault = [] } }) =>
  vault.length === 0
    ? []
    : [{ name, accesses: vault.map((use): VaultAccess => vaultUses[use]), fn: functionOf(name) }],
);

const roleArn = (name: string, account = accounts.switch) => `arn:aws:iam::${account}:role/${name}`;
const tableArn = (name: VaultTableName) =>
  `arn:aws:dynamodb:${region}:${accounts.vault}:table/turnout-production-vault-${name}-${region}`;

/** Every action on a table or an index that an operation declares, a line each. */
const declaredOnTables = users
  .flatMap(({ accesses, fn }) =>
    accesses.flatMap(({ tables: declared = {} }) =>
      tables.flatMap((table) =>
        (declared[table] ?? []).map(
          (action) => `${roleArn(fn.name)} dynamodb:${action} ${tableArn(table)}`,
        ),
      ),
    ),
  )
  .filter((one, at, all) => at === all.indexOf(one))
  .sort();

const declaredOnKeys = users
  .flatMap(({ accesses, fn }) =>
    accesses.flatMap(({ makes = [], opens = [] }) => [
      ...makes.map((one) => `${roleArn(fn.name)} kms:GenerateDataKey ${one}`),
      ...opens.map((one) => `${roleArn(fn.name)} kms:Decrypt ${one}`),
    ]),
  )
  .filter((one, at, all) => at === all.indexOf(one))
  .sort();

/** The policy of each table of the vault, by its ARN. */
const tablePolicies = new Map<string, v.InferOutput<typeof Document>>(
  ofType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table')
    .filter(({ stackName }) => stackName === 'turnout-production-vault')
    .map(({ properties }) => {
      const replicas = v.parse(
        v.object({
          TableName: v.string(),
          ResourcePolicy: v.optional(v.object({ PolicyDocument: Document })),
          Replicas: v.optional(
            v.array(v.object({ ResourcePolicy: v.object({ PolicyDocument: Document }) })),
            [],
          ),
        }),
        properties,
      );
      const policy = replicas.ResourcePolicy ?? replicas.Replicas[0]?.ResourcePolicy;
      if (!policy) throw new Error(`${replicas.TableName} has no policy.`);
      return [
        `arn:aws:dynamodb:${region}:${accounts.vault}:table/${replicas.TableName}`,
        policy.PolicyDocument,
      ] as const;
    }),
);

/** The policy of each root key, by its class. */
const rootPolicies = new Map(
  ofType('AWS::KMS::Alias').flatMap(({ properties }) => {
    const alias = v.parse(v.object({ AliasName: v.string(), TargetKeyId: v.string() }), properties);
    const id = /^(\w+)\./.exec(alias.TargetKeyId)?.[1];
    const key = ofType('AWS::KMS::Key').find((one) => one.id === id);
    return [
      [alias.AliasName, v.parse(v.object({ KeyPolicy: Document }), key?.properties).KeyPolicy],
    ] as const;
  }),
);
const rootAlias = (keyClass: KeyClass) => `alias/turnout-production-vault-${keyClass}-${region}`;

const principalsOf = ({ Condition }: PolicyStatement) =>
  Condition.StringEquals?.['aws:PrincipalArn'] ?? [];
const isForSwitch = ({ Principal = {} }: PolicyStatement) =>
  JSON.stringify(Principal) ===
  JSON.stringify({ AWS: roleArn('', accounts.switch).replace(':role/', ':root') });

/** The grants of a user's role, as its own stack makes it. */
function grantsOf(user: (typeof users)[number]): readonly PolicyStatement[] {
  const role = ofType('AWS::IAM::Role').find(
    ({ properties }) => properties.RoleName === user.fn.name,
  );
  const { Policies } = v.parse(
    v.object({ Policies: v.array(v.object({ PolicyDocument: Document })) }),
    role?.properties,
  );
  return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

describe('a vault in an account of its own', () => {
  it('the vault lets in twenty-nine functions of the switch, of which nineteen open card numbers', () => {
    const opening = users.filter(({ accesses }) =>
      accesses.some(({ opens = [] }) => opens.includes('pan')),
    );
    expect([users.length, opening.length]).toEqual([29, 19]);
  });

  it('the stacks of the vault are in its account, all others in that of the switch, and no stack depends on one of the other', () => {
    const inVault = assembly.filter(({ account }) => account === accounts.vault);
    expect(inVault.map(({ id }) => id).sort()).toEqual([
      'Vault',
      'VaultEdge',
      'VaultFilter',
      'VaultNetwork',
      'VaultOps',
    ]);
    const others = assembly.filter(({ account }) => account !== accounts.vault);
    expect(new Set(others.map(({ account }) => account))).toEqual(new Set([accounts.switch]));
    expect(others.map(({ id }) => id)).toContain('ApiPayments');
  });

  it('the removal of the stacks of either account ends at a protected one before any is deleted', () => {
    const { stacks } = synthesized('production', settings);
    for (const [lock, account] of [
      ['Ops', accounts.switch],
      ['VaultOps', accounts.vault],
    ] as const) {
      const ofAccount = stacks.filter(({ environment }) => environment.includes(account));
      const found = stacks.find(({ name }) => name === lock);
      expect([lock, found?.terminationProtection]).toEqual([lock, true]);
      // The CDK deletes a stack after all that depend on it.
      const names = [...(found?.dependsOn ?? []), lock];
      expect(names.sort()).toEqual(ofAccount.map(({ name }) => name).sort());
    }
  });

  it('no template reads an output or an export of the other account', () => {
    const accountOf = new Map(assembly.map(({ name, account }) => [name, account]));
    const read = assembly.flatMap(({ id, account, template }) =>
      referencesIn(template.written).flatMap((one) =>
        one.to === 'output' ? [{ id, account, of: one.stack }] : [],
      ),
    );
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter(({ account, of }) => accountOf.get(of) !== account)).toEqual([]);
    const imports = assembly.filter(({ template }) =>
      JSON.stringify(template.written).includes('Fn::ImportValue'),
    );
    expect(imports).toEqual([]);
  });

  it('each table lets in each role of the switch for exactly its declared actions, and names no other', () => {
    expect([...tablePolicies.keys()].sort()).toEqual(tables.map(tableArn).sort());
    const allowed = [...tablePolicies].flatMap(([table, { Statement: statements }]) =>
      statements
        .filter(({ Effect }) => Effect === 'Allow')
        .flatMap((statement) => {
          expect(isForSwitch(statement)).toBe(true);
          expect(Object.keys(statement.Condition)).toEqual(['StringEquals']);
          expect(statement.Resource).toEqual([table]);
          return principalsOf(statement).flatMap((role) =>
            statement.Action.map((action) => `${role} ${action} ${table}`),
          );
        }),
    );
    expect(allowed.sort()).toEqual(declaredOnTables);
    expect(allowed.length).toBeGreaterThan(50);
  });

  it('each table still denies its actions to every role of both accounts that it does not name', () => {
    for (const [table, { Statement: statements }] of tablePolicies) {
      const denied = statements.filter(({ Effect }) => Effect === 'Deny');
      const spared = denied.flatMap(
        ({ Condition }) => Condition.StringNotEquals?.['aws:PrincipalArn'] ?? [],
      );
      const named = declaredOnTables
        .filter((one) => one.endsWith(` ${table}`))
        .map((one) => one.split(' ')[0] ?? '');
      const ofSwitch = spared.filter((one) => one.includes(`::${accounts.switch}:`));
      expect([table, [...new Set(ofSwitch)].sort()]).toEqual([table, [...new Set(named)].sort()]);
      expect(denied.flatMap(({ Action }) => Action)).toContain('dynamodb:Scan');
    }
  });

  it('each root key lets in each role of the switch for exactly its declared actions, in the context of one tenant', () => {
    expect([...rootPolicies.keys()].sort()).toEqual(classes.map(rootAlias).sort());
    const allowed = classes.flatMap((keyClass) =>
      (rootPolicies.get(rootAlias(keyClass))?.Statement ?? [])
        .filter(isForSwitch)
        .flatMap((statement) => {
          expect(statement.Condition.StringEquals?.['kms:EncryptionContext:class']).toEqual([
            keyClass,
          ]);
          expect(statement.Condition.StringLike).toEqual({
            'kms:EncryptionContext:tenant': ['*'],
            'kms:EncryptionContext:version': ['*'],
          });
          return principalsOf(statement).flatMap((role) =>
            statement.Action.map((action) => `${role} ${action} ${keyClass}`),
          );
        }),
    );
    expect(allowed.sort()).toEqual(declaredOnKeys);
  });

  it('each role of the switch has its declared grants on the vault, inside its own function only, and calls tables and keys by their ARNs', () => {
    const onTables: string[] = [];
    const onKeys: string[] = [];
    for (const user of users) {
      expect([user.name, user.fn.account]).toEqual([user.name, accounts.switch]);
      const inVault = grantsOf(user).filter(({ Resource }) =>
        Resource.some((one) => one.includes(`:${accounts.vault}:`)),
      );
      for (const { Action, Resource, Condition } of inVault) {
        if (Condition.StringEquals?.['kms:ViaService']) {
          expect(Condition.StringEquals['kms:ViaService']).toEqual([
            `dynamodb.${region}.amazonaws.com`,
          ]);
          continue;
        }
        const own = `arn:aws:lambda:${region}:${accounts.switch}:function:${user.fn.name}`;
        expect(Condition.ArnLike?.['lambda:SourceFunctionArn']).toEqual([own, `${own}:*`]);
        const lines = Action.flatMap((action) =>
          Resource.map((one) => `${roleArn(user.fn.name)} ${action} ${one}`),
        );
        const [keyClass] = Condition.StringEquals?.['kms:EncryptionContext:class'] ?? [];
        if (keyClass === undefined) onTables.push(...lines);
        else onKeys.push(...Action.map((one) => `${roleArn(user.fn.name)} ${one} ${keyClass}`));
      }
      const { Variables } = v.parse(
        v.object({ Variables: v.record(v.string(), v.unknown()) }),
        user.fn.properties.Environment,
      );
      for (const [name, value] of Object.entries(Variables)) {
        const [, table] = /^VAULT_(\w+)_TABLE$/.exec(name) ?? [];
        const [, keyClass] = /^VAULT_(\w+)_KEY_ARN$/.exec(name) ?? [];
        const found = tables.find((one) => one === table?.toLowerCase());
        if (found) expect(value).toBe(tableArn(found));
        const root = classes.find((one) => one === keyClass?.toLowerCase());
        if (root) {
          expect(value).toBe(`arn:aws:kms:${region}:${accounts.vault}:${rootAlias(root)}`);
        }
      }
    }
    expect(onTables.sort()).toEqual(declaredOnTables);
    expect(onKeys.sort()).toEqual(declaredOnKeys);
  });

  it('no policy of a table is above the limit of DynamoDB, 20 KB, in the Region with the longest name', () => {
    const longest = 'ap-southeast-1'.length + 2;
    for (const [table, policy] of tablePolicies) {
      const text = JSON.stringify(policy).replaceAll(region, 'x'.repeat(longest));
      expect([table, text.length < 20_000]).toEqual([table, true]);
    }
  });

  it('the vault needs nothing of the switch to name its operators: it has a key of its own for them', () => {
    const create = functionOf('vault.create-api-key');
    const { Variables } = v.parse(
      v.object({ Variables: v.record(v.string(), v.unknown()) }),
      create.properties.Environment,
    );
    expect(Variables).not.toHaveProperty('TABLE_NAME');
    expect(Variables.ADMIN_KEY_SECRET).toMatch(/^ref:AdminKey/);
  });

  it('each account has alarms about its own part of the vault, which a topic of that account publishes', () => {
    const alarms = (id: string) =>
      [...(assembly.find((one) => one.id === id)?.template.resources.values() ?? [])].filter(
        ({ type }) => type === 'AWS::CloudWatch::Alarm',
      );
    const named = (id: string) =>
      [...(assembly.find((one) => one.id === id)?.template.resources.keys() ?? [])].join(' ');
    for (const job of ['SweepNotRun', 'AuditNotSealed', 'PagesNotChecked']) {
      expect(named('VaultOps')).toContain(job);
    }
    expect(named('VaultOps')).toContain('VaultRoleChanged');
    expect(named('VaultOps')).toMatch(/\bThrottled.*\bFunctionErrors/);
    expect(named('VaultOps')).not.toContain('LinkPagesNotChecked');
    expect(named('Ops')).toContain('VaultRoleChanged');
    expect(named('Ops')).toContain('LinkPagesNotChecked');
    expect(named('Ops')).not.toMatch(/SweepNotRun|AuditNotSealed/);
    const withoutAction = alarms('VaultOps').filter(
      ({ properties }) => !JSON.stringify(properties.AlarmActions).includes('Alarms'),
    );
    expect(withoutAction).toEqual([]);
  });

  it.each([
    [{ switchAccount: undefined }, 'switchAccount must be'],
    [{ vaultAccount: undefined }, 'vaultAccount must be'],
    [{ switchAccount: accounts.vault }, 'vaultAccount must be another account'],
    [{ vaultDomain: undefined, vaultCertificateArn: undefined }, 'vaultAccount needs a domain'],
    [{ sharedKeys: 'off' }, 'vaultAccount needs sharedKeys=on'],
    [{ vaultAccount: '22' }, 'vaultAccount must be the number of an account'],
  ])('settings with %o are refused, and the message says why', (change, message) => {
    const { problems } = readSettings({ stage: 'production', ...settings, ...change });
    expect(problems.join('\n')).toContain(message);
    expect(readSettings({ stage: 'production', ...settings }).problems).toEqual([]);
  });
});

withClient(
  {
    what: 'policies across accounts, judged by iam-simulate 0.1.173',
    ...iamSimulate,
  },
  (folder) => {
    const everything = { Effect: 'Allow', Action: '*', Resource: '*' };
    const may = ({ context, ...asked }: Omit<AskedOfIam, 'resourceAccount'>): Promise<boolean> =>
      isAllowedByIam(folder, {
        ...asked,
        resourceAccount: accounts.vault,
        context: { 'aws:PrincipalArn': roleArn(asked.role, asked.account), ...context },
      });

    const dataActions = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan'];
    const key = `arn:aws:kms:${region}:${accounts.vault}:key/1234abcd-12ab-34cd-56ef-1234567890ab`;
    const inFunction = (name: string) => ({
      'lambda:SourceFunctionArn': `arn:aws:lambda:${region}:${accounts.switch}:function:${name}`,
    });
    const ofTenant = { 'kms:EncryptionContextKeys': ['tenant', 'class', 'version'] };
    /** The tests above compare the conditions that the evaluator does not know. */
    const documentOf = (statements: readonly PolicyStatement[]) =>
      policyDocument(
        statements.map(({ Condition, Sid: _, Principal, ...rest }) => {
          const known = knownConditions(Condition);
          return {
            ...rest,
            ...(Principal && { Principal }),
            ...(Object.keys(known).length > 0 && { Condition: known }),
          };
        }),
      );
    const policyOf = (table: VaultTableName) =>
      documentOf(tablePolicies.get(tableArn(table))?.Statement ?? []);
    const policyOfRoot = (keyClass: KeyClass) =>
      documentOf(rootPolicies.get(rootAlias(keyClass))?.Statement ?? []);

    it.each(users.map((user) => [user.name, user] as const))(
      'the function of %s may do exactly its declared actions in the other account, and its role nothing elsewhere',
      async (_, user) => {
        const role = user.fn.name;
        const own = grantsOf(user).filter(({ Resource }) =>
          Resource.some((one) => one.includes(`:${accounts.vault}:`)),
        );
        const statements = documentOf(own).Statement;
        const asked = { role, account: accounts.switch, statements };
        for (const table of tables) {
          for (const action of dataActions) {
            const request = {
              ...asked,
              action: `dynamodb:${action}`,
              resource: tableArn(table),
              resourcePolicy: policyOf(table),
            };
            const isDeclared = declaredOnTables.includes(
              `${roleArn(role)} dynamodb:${action} ${tableArn(table)}`,
            );
            expect([table, action, await may({ ...request, context: inFunction(role) })]).toEqual([
              table,
              action,
              isDeclared,
            ]);
            expect(await may({ ...request, context: inFunction('mine') })).toBe(false);
            expect(await may({ ...request, context: {} })).toBe(false);
          }
        }
        for (const keyClass of classes) {
          for (const action of ['kms:Decrypt', 'kms:GenerateDataKey', 'kms:Encrypt']) {
            const request = {
              ...asked,
              action,
              resource: key,
              resourcePolicy: policyOfRoot(keyClass),
            };
            const isDeclared = declaredOnKeys.includes(`${roleArn(role)} ${action} ${keyClass}`);
            const context = { ...inFunction(role), ...ofTenant };
            expect([keyClass, action, await may({ ...request, context })]).toEqual([
              keyClass,
              action,
              isDeclared,
            ]);
            expect(await may({ ...request, context: ofTenant })).toBe(false);
            const inMore = {
              ...inFunction(role),
              'kms:EncryptionContextKeys': ['tenant', 'purpose'],
            };
            expect(await may({ ...request, context: inMore })).toBe(false);
          }
        }
      },
    );

    it('the vault lets no administrator of either account read a table or use a root, and no role of the same name in its own account', async () => {
      const [user] = users;
      const strangers = [
        { role: 'admin', account: accounts.switch },
        { role: 'admin', account: accounts.vault },
        { role: user?.fn.name ?? '', account: accounts.vault },
      ];
      for (const stranger of strangers) {
        const asked = { ...stranger, statements: [everything] };
        for (const table of tables) {
          for (const action of dataActions) {
            const allowed = await may({
              ...asked,
              action: `dynamodb:${action}`,
              resource: tableArn(table),
              resourcePolicy: policyOf(table),
              context: {},
            });
            expect([stranger, table, action, allowed]).toEqual([stranger, table, action, false]);
          }
        }
        for (const keyClass of classes) {
          const allowed = await may({
            ...asked,
            action: 'kms:Decrypt',
            resource: key,
            resourcePolicy: policyOfRoot(keyClass),
            context: ofTenant,
          });
          expect([stranger, keyClass, allowed]).toEqual([stranger, keyClass, false]);
        }
      }
    });
  },
);
