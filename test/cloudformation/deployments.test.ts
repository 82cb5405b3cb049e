import {
  type Account,
  type Change,
  emptyAccount,
  stackIn,
  type Thing,
} from '../support/deployment/cloudformation/account.ts';
import {
  assemblyOf,
  everySetting,
  homeRegion,
  settings,
  withOtherCode,
} from '../support/deployment/cloudformation/assemblies.ts';
import type { Assembly } from '../support/deployment/cloudformation/assembly.ts';
import { moveAlias } from '../support/deployment/cloudformation/code-deploy.ts';
import {
  abandonedStacks,
  deployAssembly,
  removeAssembly,
} from '../support/deployment/cloudformation/deployment.ts';
import {
  drifted,
  leftBehind,
  lostData,
  outdatedReferences,
  retainedThings,
} from '../support/deployment/cloudformation/findings.ts';
import {
  failAtEach,
  stepsOf,
  stepsToFail,
} from '../support/deployment/cloudformation/injected-failures.ts';
import { refusalsOf } from '../support/deployment/cloudformation/refusals.ts';
import { resourceType } from '../support/deployment/cloudformation/resource-types.ts';
import { deleteStack } from '../support/deployment/cloudformation/stack-operations.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { countOfNight } from '../support/switch/night.ts';

const { it } = drawnByDay('deployments');

const sandbox = () => assemblyOf('sandbox');
const production = () => assemblyOf('production');
/** The first step of the first deployment of a production. */
const productionFirst = () => assemblyOf('production', { first: 'Data,Vault,Ops' });

/** All assemblies that are deployed and changed here, by name. */
const assemblies: readonly [string, () => Assembly][] = [
  ['a sandbox', sandbox],
  ['a sandbox with every setting', () => assemblyOf('sandbox', everySetting)],
  ['the first step of a production', productionFirst],
  ['a production', production],
  ['a production with every setting', () => assemblyOf('production', everySetting)],
  ['a production with a domain', () => assemblyOf('production', settings.domain)],
  ['a production with a restored table', () => assemblyOf('production', settings.restoredTable)],
  ['a production without a shift', () => assemblyOf('production', { shift: 'off' })],
];

const stages: readonly [string, () => Assembly, () => Assembly][] = [
  ['a sandbox', sandbox, sandbox],
  ['a production', productionFirst, production],
];

it.each(assemblies)('%s has no template that CloudFormation refuses', (_, assembly) => {
  expect(refusalsOf(assembly())).toEqual([]);
});

/** An account to which an assembly was deployed, with its changes forgotten. */
function deployed(...all: readonly Assembly[]): Account {
  const account = emptyAccount();
  for (const assembly of all) expect(deployAssembly(account, assembly)).toBeUndefined();
  account.changes.length = 0;
  return account;
}

/** All things match the templates, and every other thing was left by its stack on purpose. */
function expectWhole(account: Account): void {
  expect(leftBehind(account)).toEqual([]);
  expect(outdatedReferences(account)).toEqual([]);
  expect(drifted(account)).toEqual([]);
}

/**
 * The things that a stack left on purpose, without versions of functions: those go with their
 * function.
 */
const leftOnPurpose = (account: Account): readonly Thing[] =>
  retainedThings(account).filter(({ type }) => type !== 'AWS::Lambda::Version');

describe.each(stages)('%s', (stage, whatIsFirst, whatFollows) => {
  it(`${stage} can be deployed to an empty account after a failure at each type of resource of each stack`, () => {
    const assembly = whatIsFirst();
    const steps = stepsToFail(stepsOf(emptyAccount(), assembly));
    const account = emptyAccount();
    failAtEach(account, assembly, steps, ({ step, said }) => {
      expect(said).toBe(`${step.stackName}: ${step.logicalId}: the service refuses it.`);
      const stack = assembly.find(({ name }) => name === step.stackName);
      const status = stackIn(account, stack?.region ?? '', step.stackName)?.status;
      expect([step, status]).toEqual([step, 'ROLLBACK_COMPLETE']);
      expect([step, leftBehind(account), leftOnPurpose(account)]).toEqual([step, [], []]);
    });
    expect(steps.length).toBeGreaterThan(150);
    expect(deployAssembly(account, assembly)).toBeUndefined();
    expectWhole(account);
  });

  it(`${stage} is protected by the deployment after the first, which replaces and deletes nothing`, () => {
    const account = deployed(whatIsFirst());
    expect(deployAssembly(account, whatFollows())).toBeUndefined();
    expect(account.changes.filter(({ action }) => action !== 'update')).toEqual([]);
    expectWhole(account);
    account.changes.length = 0;
    expect(deployAssembly(account, whatFollows())).toBeUndefined();
    expect(account.changes).toEqual([]);
  });

  it(`${stage} takes the next release after a failure at each type of resource of each stack`, () => {
    const before = withOtherCode(whatFollows(), '0');
    const next = withOtherCode(whatFollows(), '1');
    const steps = stepsToFail(stepsOf(deployed(whatIsFirst(), before), next));
    const account = deployed(whatIsFirst(), before);
    failAtEach(account, next, steps, ({ step, said }) => {
      expect(said).toBe(`${step.stackName}: ${step.logicalId}: the service refuses it.`);
      const status = stackIn(account, homeRegion, step.stackName)?.status;
      expect([step, status]).toEqual([step, 'UPDATE_ROLLBACK_COMPLETE']);
      expect([step, leftBehind(account), drifted(account)]).toEqual([step, [], []]);
    });
    expect(steps.length).toBeGreaterThan(30);
    expect(deployAssembly(account, next)).toBeUndefined();
    expect(lostData(account.changes)).toEqual([]);
    expectWhole(account);
  });

  it(`${stage} takes the release before again, and then this one`, () => {
    const before = withOtherCode(whatFollows(), '0');
    const next = withOtherCode(whatFollows(), '1');
    const account = deployed(whatIsFirst(), before, next);
    for (const release of [before, next]) {
      expect(deployAssembly(account, release)).toBeUndefined();
      expectWhole(account);
    }
    expect(lostData(account.changes)).toEqual([]);
  });
});

/** The things that an update deleted or replaced although the template still has them. */
const wrongly = (changes: readonly Change[], assembly: Assembly) =>
  changes.filter(({ action, stackName, logicalId, type }) => {
    if (action !== 'replace' && action !== 'delete') return false;
    const stack = assembly.find(({ name }) => name === stackName);
    return resourceType(type)?.isStateful && stack?.template.resources.has(logicalId);
  });

const switched: readonly [string, () => Assembly, () => Assembly][] = [
  ['every setting of a sandbox', sandbox, () => assemblyOf('sandbox', everySetting)],
  ['every setting of a production', production, () => assemblyOf('production', everySetting)],
  ['the domain of a production', production, () => assemblyOf('production', settings.domain)],
  [
    'the restored table of a production',
    production,
    () => assemblyOf('production', settings.restoredTable),
  ],
  ['the shift of a production', production, () => assemblyOf('production', { shift: 'off' })],
  ...(countOfNight() === undefined ? [] : eachSettingAlone()),
];

/** Each group of settings in each stage: only at night, since they take some minutes. */
function eachSettingAlone() {
  return (['sandbox', 'production'] as const).flatMap((stage) =>
    Object.entries({ ...settings, shift: { shift: 'gradual' }, atOnce: { shift: 'at-once' } }).map(
      ([name, context]): [string, () => Assembly, () => Assembly] => [
        `the setting ${name} of a ${stage}`,
        () => assemblyOf(stage),
        () => assemblyOf(stage, context),
      ],
    ),
  );
}

/**
 * The types of things that a stack of a production leaves on purpose when a setting is turned off.
 */
const leftBySettings = [
  // Copies of the table.
  'AWS::Backup::BackupVault',
  // Processors may know the address.
  'AWS::EC2::EIP',
  'AWS::Logs::LogGroup',
  'AWS::SecretsManager::Secret',
];

it.each(switched)(
  '%s can be turned on and off again after a failure at each type of resource, and no data is lost',
  (_, without, withIt) => {
    const there = deployed(without());
    const steps = stepsToFail(stepsOf(there, withIt()));
    const stepsBack = stepsToFail(stepsOf(there, without()));

    const account = deployed(without());
    for (const [assembly, at] of [
      [withIt(), steps],
      [without(), stepsBack],
    ] as const) {
      account.changes.length = 0;
      failAtEach(account, assembly, at, ({ step, said }) => {
        expect(said).toContain(`${step.logicalId}: the service refuses it.`);
        expect([step, leftBehind(account), drifted(account)]).toEqual([step, [], []]);
      });
      fill(account);
      expect(deployAssembly(account, assembly)).toBeUndefined();
      removeAbandoned(account, assembly);
      expect(wrongly(account.changes, assembly)).toEqual([]);
      expectWhole(account);
    }
    const left = leftOnPurpose(account).map(({ type }) => type);
    expect(left.filter((type) => !leftBySettings.includes(type))).toEqual([]);
  },
);

it.each(switched)(
  '%s can be turned on and off again where each update reads all outputs of other stacks',
  (_, without, withIt) => {
    const account = deployed(without());
    for (const assembly of [withIt(), without()]) {
      account.changes.length = 0;
      expect(deployAssembly(account, assembly, { readsOutputs: 'always' })).toBeUndefined();
      removeAbandoned(account, assembly);
      expect(wrongly(account.changes, assembly)).toEqual([]);
      expectWhole(account);
    }
  },
);

/** Deletes the stacks that the app no longer has, as an operator does, those that use others first. */
function removeAbandoned(account: Account, assembly: Assembly): void {
  for (const stack of [...abandonedStacks(account, assembly)].reverse()) {
    expect(deleteStack(account, stack)).toBeUndefined();
  }
}

describe('an alias after npx turnout rollback', () => {
  const rolledBack = () => {
    const [before, next] = ['0', '1'].map((release) => withOtherCode(production(), release));
    if (!before || !next) throw new Error('There are two releases.');
    const account = deployed(productionFirst(), before, next);
    const aliases = [...account.things].filter(({ type }) => type === 'AWS::Lambda::Alias');
    for (const alias of aliases) moveAlias(alias, '1');
    return { account, aliases };
  };

  it('an alias that npx turnout rollback led back is not shifted by the next deployment, which CodeDeploy refuses and which is taken back', () => {
    const { account, aliases } = rolledBack();
    const said = deployAssembly(account, withOtherCode(production(), '2'));
    expect(said).toContain('INVALID_LAMBDA_CONFIGURATION');
    expect(aliases.map(({ properties }) => properties.FunctionVersion)).toEqual(
      aliases.map(() => '1'),
    );
    expect(leftBehind(account)).toEqual([]);
  });

  it('an alias that npx turnout rollback led back takes the version of the next deployment without a shift, and the one after it with a shift', () => {
    const { account } = rolledBack();
    const withoutShift = withOtherCode(assemblyOf('production', { shift: 'off' }), '2');
    expect(deployAssembly(account, withoutShift)).toBeUndefined();
    expectWhole(account);
    expect(deployAssembly(account, withOtherCode(production(), '3'))).toBeUndefined();
    expectWhole(account);
  });
});

it('a mended version can be deployed without a shift while the API fails, and not with a shift', () => {
  const account = deployed(productionFirst(), withOtherCode(production(), '0'));
  for (const thing of account.things) {
    if (thing.logicalId.startsWith('Unhealthy')) account.alarmsOn.add(thing.name);
  }
  expect(account.alarmsOn.size).toBeGreaterThan(0);
  const said = deployAssembly(account, withOtherCode(production(), '1'));
  expect(said).toContain('ALARM_ACTIVE');
  const withoutShift = withOtherCode(assemblyOf('production', { shift: 'off' }), '1');
  expect(deployAssembly(account, withoutShift)).toBeUndefined();
  expectWhole(account);
});

/** Fills the things that store data. */
function fill(account: Account): void {
  for (const thing of account.things) {
    if (/^AWS::(S3::Bucket|Backup::BackupVault)$/.test(thing.type)) account.filled.add(thing);
  }
}

it('a sandbox that was used is removed with everything that is in it', () => {
  const account = deployed(sandbox());
  fill(account);
  expect(removeAssembly(account, sandbox())).toBeUndefined();
  expect([...account.things].map(({ logicalId }) => logicalId)).toEqual([]);
});

it('a sandbox with every setting that was used is removed but for the vault with copies of its table', () => {
  const assembly = assemblyOf('sandbox', everySetting);
  const account = deployed(assembly);
  fill(account);
  expect(removeAssembly(account, assembly)).toBeUndefined();
  expect([...account.things].map(({ type }) => type)).toEqual(['AWS::Backup::BackupVault']);
});

it('a first deployment that protects its data at once cannot be taken back when it fails', () => {
  const account = emptyAccount();
  const said = deployAssembly(account, production(), {
    fails: ({ type }) => type === 'AWS::S3::BucketPolicy',
  });
  expect(said).toContain('the service refuses it');
  expect(stackIn(account, homeRegion, 'turnout-production-data')?.status).toBe('ROLLBACK_FAILED');
});

it('a production is not removed', () => {
  const account = deployed(productionFirst(), production());
  expect(removeAssembly(account, production())).toContain('is protected against termination');
  expect(
    lostData(account.changes).filter((name) => /\.(Table|Cards|Keys|Files)/.test(name)),
  ).toEqual([]);
});

it('a production that is removed on purpose leaves its data, and nothing else', () => {
  const account = deployed(productionFirst(), production());
  fill(account);
  for (const stack of account.stacks.values()) stack.terminationProtection = false;
  expect(removeAssembly(account, production())).toBeUndefined();
  expect(leftBehind(account)).toEqual([]);
  expect([...new Set(leftOnPurpose(account).map(({ type }) => type))].sort()).toEqual([
    'AWS::DynamoDB::GlobalTable',
    'AWS::DynamoDB::Table',
    'AWS::KMS::Key',
    'AWS::Logs::LogGroup',
    'AWS::S3::Bucket',
    'AWS::SecretsManager::Secret',
  ]);
  expect(deployAssembly(account, productionFirst())).toBeUndefined();
});
