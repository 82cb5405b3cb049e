import { indexKeys } from '#platform/table/port.ts';
import type { VaultAccess, VaultTableName } from '#vault/http/vault-operation.ts';
import { accessOfAuth } from '#vault/http/vault-operation.ts';
import { vaultUses } from '#vault/http/vault-uses.ts';
import type { KeyClass } from '#vault/keys/key-provider.ts';
import { vaultOperations } from '#vault/operations.ts';
import { vaultAuditor, vaultJobs } from '../../lib/vault/vault-roles.ts';
import type { Resource } from '../../local/assembly/deployment.ts';
import type { Caller } from '../../local/iam/function-roles.ts';
import type { AccessRequest, Context } from '../../local/iam/policy.ts';
import { operations, operationsByStack } from '../../shared/operations.ts';
import {
  type AssemblyAccess,
  assemblyAccess,
  replicationActions,
} from '../support/deployment/assembly-access.ts';
import type { StageName } from '../support/deployment/synthesized-app.ts';
import { tableTypes } from '../support/table/table-settings.ts';

const stages: readonly StageName[] = ['sandbox', 'production', 'laptop'];

/** The accesses to the vault that functions declare, by their stack and their name without dots. */
const said = new Map<string, { accesses: readonly VaultAccess[]; rewraps?: readonly KeyClass[] }>([
  ['vault Auditor', { accesses: [vaultAuditor({ name: 'laptop' }).access] }],
  ...vaultOperations.map(
    ({ name, auth, access }) =>
      [idOf('vault', name), { accesses: [accessOfAuth[auth], access] }] as const,
  ),
  ...vaultJobs.map(
    ({ name, access, rewraps = [] }) =>
      [idOf('vault', `vault-jobs.${name}`), { accesses: [access], rewraps }] as const,
  ),
  ...Object.entries(operationsByStack).flatMap(([group, members]) =>
    members.map(
      ({ name }) =>
        [
          idOf(`api-${group}`, name),
          { accesses: usesOf(name).map((use) => vaultUses[use]) },
        ] as const,
    ),
  ),
]);

function usesOf(operationName: string) {
  const operation = operations.find(({ name }) => name === operationName);
  return operation?.access.vault ?? [];
}

function idOf(stack: string, name: string): string {
  return `${stack} ${name.replace(/[^a-z]/g, '')}`;
}

/** Without the hash at the end of a logical identifier. */
const nameOf = (stage: StageName, { stackName, logicalId }: Caller) =>
  `${stackName.replace(`turnout-${stage}-`, '')} ${logicalId.slice(0, -8)}`;

const tableIds: Readonly<Record<VaultTableName, string>> = {
  cards: 'Cards',
  codes: 'Codes',
  keys: 'Keys',
  credentials: 'Credentials',
  audit: 'Audit',
};
const tableNames = Object.keys(tableIds) as VaultTableName[]; // The keys of a constant.
const rootIds: Readonly<Record<KeyClass, string>> = {
  pan: 'PanRoot',
  display: 'DisplayRoot',
  cvc: 'CvcRoot',
  fingerprint: 'FingerprintRoot',
};
const classes = Object.keys(rootIds) as KeyClass[]; // The keys of a constant.

/** Every way to the items of a table. */
const dataActions = [
  ...['GetItem', 'BatchGetItem', 'Query', 'Scan', 'PartiQLSelect', 'ConditionCheckItem'],
  ...['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
  ...['PartiQLInsert', 'PartiQLUpdate', 'PartiQLDelete'],
  ...['ExportTableToPointInTime', 'EnableKinesisStreamingDestination'],
];
/** Every action that seals, opens or passes on data with a key. */
const keyActions = [
  ...['Encrypt', 'Decrypt', 'GenerateDataKey', 'GenerateDataKeyWithoutPlaintext'],
  ...['GenerateDataKeyPair', 'GenerateDataKeyPairWithoutPlaintext', 'GenerateMac', 'Sign'],
  ...['DeriveSharedSecret', 'ReEncryptFrom', 'ReEncryptTo', 'CreateGrant'],
];

const encryptionContext = (values: Readonly<Record<string, string>>): Context => ({
  ...Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`kms:EncryptionContext:${name}`, [value]]),
  ),
  ...(Object.keys(values).length > 0 && { 'kms:EncryptionContextKeys': Object.keys(values) }),
});
const bound = (keyClass: KeyClass) => ({ tenant: 'shop_east', class: keyClass, version: '1' });

/** Contexts in which no caller may use a key of this class. */
const wrongContexts = (keyClass: KeyClass): readonly Context[] => [
  encryptionContext({}),
  encryptionContext({ class: keyClass }),
  encryptionContext({ tenant: 'shop_east', class: keyClass }),
  encryptionContext({ class: keyClass, version: '1' }),
  encryptionContext({ ...bound(keyClass), purpose: 'other' }),
  ...classes.filter((one) => one !== keyClass).map((one) => encryptionContext(bound(one))),
];

describe.each(stages)('the vault of %s', (stage) => {
  const world = assemblyAccess(stage);
  const { access, administrator, people } = world;
  const callers: readonly Caller[] = [...world.callers, ...people];
  const arnsOf = vaultArns(world, stage);

  /** The requests that these callers are allowed, a line for each. */
  const allowed = (who: readonly Caller[], requests: readonly AccessRequest[]) =>
    who
      .flatMap((caller) =>
        requests
          .filter((request) => access.refusal(caller, [request]) === undefined)
          .map(({ action, resource }) => line(nameOf(stage, caller), action, resource)),
      )
      .sort();

  const onTables = tableNames.flatMap((name) =>
    [
      arnsOf.table(name),
      ...Object.keys(indexKeys).map((index) => `${arnsOf.table(name)}/index/${index}`),
    ].flatMap((resource) =>
      dataActions.map((action) => ({ action: `dynamodb:${action}`, resource })),
    ),
  );
  const onRoots = (contextsOf: (keyClass: KeyClass) => readonly Context[]) =>
    classes.flatMap((keyClass) =>
      contextsOf(keyClass).flatMap((context) =>
        keyActions.map((action) => ({
          action: `kms:${action}`,
          resource: arnsOf.root(keyClass),
          context,
        })),
      ),
    );

  it('the vault knows every role of every stack as the role of one function, except those of auditors, of shifts to new versions and of the rule for changed roles', () => {
    const roles = world.deployment.ofType('AWS::IAM::Role');
    const [auditor] = people;
    // CodeDeploy moves aliases to new versions, and may do nothing else.
    const shifts = takenBy(roles, 'codedeploy.amazonaws.com');
    for (const role of shifts) {
      const actions = actionsOf(role);
      expect(actions.length).toBeGreaterThan(0);
      expect(actions.filter((action) => !/^(lambda|cloudwatch):/.test(action))).toEqual([]);
    }
    // EventBridge writes to the topic of the alarms, under the key of the data stack.
    const telling = takenBy(roles, 'events.amazonaws.com');
    expect(telling.map(actionsOf)).toEqual([['sns:Publish', 'kms:Decrypt', 'kms:GenerateDataKey']]);
    const others = new Set([...shifts, ...telling]);
    expect(people.map((one) => nameOf(stage, one))).toEqual(['vault Auditor']);
    expect(world.callers.map(({ roleArn }) => roleArn).sort()).toEqual(
      roles
        .filter((role) => role.logicalId !== auditor?.logicalId && !others.has(role))
        .map((role) => role.attribute('Arn'))
        .sort(),
    );
    expect(world.callers.length).toBeGreaterThan(50);
  });

  it("each vault role has its function's declared actions on each table, and no other role has any", () => {
    const wanted = [...said].flatMap(([name, { accesses }]) =>
      accesses.flatMap(({ tables = {}, indexes = [] }) => [
        ...tableNames.flatMap((table) =>
          (tables[table] ?? []).map((action) =>
            line(name, `dynamodb:${action}`, arnsOf.table(table)),
          ),
        ),
        ...indexes.map(({ table, index }) =>
          line(name, 'dynamodb:Query', `${arnsOf.table(table)}/index/${index}`),
        ),
      ]),
    );
    expect(wanted.length).toBeGreaterThan(0);
    expect(allowed(callers, onTables)).toEqual([...new Set(wanted)].sort());
  });

  it('each vault role may use each root key as its function declares, for a tenant, its class and a version', () => {
    const wanted = [...said].flatMap(([name, { accesses, rewraps = [] }]) => [
      ...accesses.flatMap(({ makes = [], opens = [] }) => [
        ...makes.map((one) => line(name, 'kms:GenerateDataKey', arnsOf.root(one))),
        ...opens.map((one) => line(name, 'kms:Decrypt', arnsOf.root(one))),
      ]),
      ...rewraps.flatMap((one) =>
        ['kms:ReEncryptFrom', 'kms:ReEncryptTo'].map((action) =>
          line(name, action, arnsOf.root(one)),
        ),
      ),
    ]);
    expect(wanted.length).toBeGreaterThan(0);
    const asked = onRoots((keyClass) => [encryptionContext(bound(keyClass))]);
    expect(allowed(callers, asked)).toEqual([...new Set(wanted)].sort());
  });

  it('each vault role may use root keys only inside its own function, not in another version with its name', () => {
    const asked: readonly AccessRequest[] = [
      ...onTables,
      ...onRoots((keyClass) => [encryptionContext(bound(keyClass))]),
    ];
    const from = (arnOf: (caller: Caller) => string | undefined) =>
      world.callers
        .flatMap((caller) => {
          const arn = arnOf(caller);
          const context = { 'lambda:SourceFunctionArn': arn === undefined ? undefined : [arn] };
          return allowed(
            [caller],
            asked.map((request) => ({ ...request, context: { ...request.context, ...context } })),
          );
        })
        .sort();
    const own = ({ name }: Caller) => `arn:aws:lambda:eu-west-1:000000000000:function:${name}`;
    const inside = from(own);
    expect(inside.length).toBeGreaterThan(100);
    // A version that shifts may state itself.
    expect(from((caller) => `${own(caller)}:live`)).toEqual(inside);
    // A person who takes the role has no function; an attacker passes it to another one.
    expect(from(() => undefined)).toEqual([]);
    expect(from((caller) => `${own(caller)}-2`)).toEqual([]);
    const [first, second] = world.callers;
    expect(from((caller) => own((caller === first ? second : first) ?? caller))).toEqual([]);
  });

  it('the vault opens no root key in any other context', () => {
    expect(allowed([...callers, administrator], onRoots(wrongContexts))).toEqual([]);
  });

  it('the vault opens nothing to a principal with full access', () => {
    const asked = [...onTables, ...onRoots((keyClass) => [encryptionContext(bound(keyClass))])];
    expect(allowed([administrator], asked)).toEqual([]);
    // The administrator does reach a table outside of the vault; otherwise the check would prove
    // nothing.
    const [table] = world.tables.filter(({ name }) => name.startsWith(`turnout-${stage}-data-`));
    const read = { action: 'dynamodb:GetItem', resource: table?.arn ?? '' };
    expect(allowed([administrator], [read])).toHaveLength(1);
  });

  it('the vault lets operators administer tables and keys, without access to the data', () => {
    const onCards = ['DescribeTable', 'UpdateTable', 'CreateBackup', 'PutResourcePolicy'];
    const onRoot = [
      ...['DescribeKey', 'GetKeyRotationStatus', 'PutKeyPolicy', 'ScheduleKeyDeletion'],
      // A second Region needs replicas. Each has a key policy of its own, as visible as a change here.
      'ReplicateKey',
    ];
    const asked = [
      ...onCards.map((action) => ({
        action: `dynamodb:${action}`,
        resource: arnsOf.table('cards'),
      })),
      ...onRoot.map((action) => ({ action: `kms:${action}`, resource: arnsOf.root('pan') })),
    ];
    expect(allowed([administrator], asked)).toHaveLength(asked.length);
    // But no caller may make a copy of service codes.
    const copies = ['CreateBackup', 'UpdateContinuousBackups', 'ExportTableToPointInTime'];
    const codes = copies.map((action) => ({
      action: `dynamodb:${action}`,
      resource: arnsOf.table('codes'),
    }));
    expect(allowed([...callers, administrator], codes)).toEqual([]);
  });

  it('the vault lets DynamoDB’s own role replicate each table except that of codes, and no other role of that name', () => {
    const asked = tableNames.flatMap((name) =>
      [...new Set([...replicationActions, ...dataActions.map((one) => `dynamodb:${one}`)])].map(
        (action) => ({ action, resource: arnsOf.table(name) }),
      ),
    );
    const isOnData = (action: string) => dataActions.includes(action.replace('dynamodb:', ''));
    const wanted = tableNames.flatMap((name) =>
      replicationActions
        .filter((action) => name !== 'codes' || !isOnData(action))
        .map((action) => line(nameOf(stage, world.replication), action, arnsOf.table(name))),
    );
    expect(allowed([world.replication], asked)).toEqual(wanted.sort());
    const onData = asked.filter(({ action }) => isOnData(action));
    expect(allowed([world.namesake], onData)).toEqual([]);
  });

  it("the vault's tables are opened by their own key through the tables only", () => {
    const direct = keyActions.map((action) => ({
      action: `kms:${action}`,
      resource: arnsOf.storage,
    }));
    expect(allowed([...callers, administrator], direct)).toEqual([]);
  });
});

const line = (who: string, action: string, resource: string) => `${who} ${action} ${resource}`;

function vaultArns({ tables, keys, deployment }: AssemblyAccess, stage: StageName) {
  const one = (types: readonly string[], id: string) => {
    const [found, another] = deployment
      .ofType(...types)
      .filter(
        ({ stackName, logicalId }) =>
          stackName === `turnout-${stage}-vault` && logicalId.slice(0, -8) === id,
      );
    if (!found || another) throw new Error(`There is not exactly one ${id}.`);
    return String(found.attribute('Arn'));
  };
  const known = new Set([...tables, ...keys].map(({ arn }) => arn));
  const arn = (types: readonly string[], id: string) => {
    const found = one(types, id);
    if (!known.has(found)) throw new Error(`Nothing decides about ${id}.`);
    return found;
  };
  return {
    table: (name: VaultTableName) => arn(tableTypes, tableIds[name]),
    root: (keyClass: KeyClass) => arn(['AWS::KMS::Key'], rootIds[keyClass]),
    storage: arn(['AWS::KMS::Key'], 'Storage'),
  };
}

/** The roles that a service of AWS takes. */
const takenBy = (roles: readonly Resource[], service: string) =>
  roles.filter((role) =>
    JSON.stringify(role.property('AssumeRolePolicyDocument')).includes(service),
  );

/** The actions that the policies of a role name. */
const actionsOf = (role: Resource): readonly string[] =>
  JSON.stringify(role.property('Policies')).match(/(?<=")[a-z]+:[A-Z]\w+(?=")/g) ?? [];
