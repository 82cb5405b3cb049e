import { type Deployer, deployInOrder } from '../scripts/deploy-in-order.ts';
import type { LiveFunction } from '../scripts/live-functions.ts';
import type { AliasReader } from '../scripts/moved-aliases.ts';

interface Account {
  /** The states of stacks, by name; in another region as `us-east-1 CDKToolkit`. */
  readonly stacks?: Readonly<Record<string, string>>;
  readonly executions?: number;
  /** How the CDK's runs end, one after the other; 0 without more. */
  readonly endings?: readonly number[];
  readonly aliases?: AliasReader;
}

const noAliases: AliasReader = {
  list: async () => [],
  describe: () => Promise.reject(new Error('There is no alias.')),
};

const bootstrapped: Readonly<Record<string, string>> = {
  CDKToolkit: 'UPDATE_COMPLETE',
  'us-east-1 CDKToolkit': 'CREATE_COMPLETE',
};
const deployed = {
  ...bootstrapped,
  'turnout-production-data': 'UPDATE_COMPLETE',
  'turnout-production-vault': 'CREATE_COMPLETE',
};
const production = ['-c', 'stage=production'];

/** Deploys into such an account: what the CDK was asked, what was said, and how it ended. */
async function deploy(args: readonly string[], account: Account = {}) {
  const { stacks = bootstrapped, executions = 1_000, endings = [], aliases = noAliases } = account;
  const [asked, said]: [string[], string[]] = [[], []];
  const deployer: Deployer = {
    stackStatus: async (name, region) => stacks[region ? `${region} ${name}` : name],
    concurrentExecutions: async () => executions,
    aliasesOf: () => aliases,
    cdk: async (given) => endings[asked.push(given.join(' ')) - 1] ?? 0,
    say: (line) => said.push(line),
  };
  return { code: await deployInOrder(args, deployer), asked, said: said.join('\n') };
}

describe('npm run deploy', () => {
  it('deploys a sandbox, of which nothing is protected, in one go', async () => {
    expect(await deploy([])).toEqual({ code: 0, asked: ['deploy --all'], said: '' });
  });

  it('protects the stacks with data of a first production deployment once all is made', async () => {
    const { code, asked } = await deploy(production);
    expect(asked).toEqual([
      'deploy --all -c first=Data,Vault -c stage=production',
      'deploy Data Vault --exclusively -c stage=production',
    ]);
    expect(code).toBe(0);
  });

  it('protects nothing when the first production deployment fails, and can be repeated', async () => {
    const failed = await deploy(production, { endings: [1] });
    expect(failed.code).toBe(1);
    expect(failed.asked).toEqual(['deploy --all -c first=Data,Vault -c stage=production']);
    expect(failed.said).toContain('deploy again when it is mended');
    // CloudFormation keeps the name of what it took back: that is no stack yet.
    const stacks = { ...deployed, 'turnout-production-vault': 'ROLLBACK_COMPLETE' };
    const repeated = await deploy(production, { stacks });
    expect(repeated.asked).toEqual([
      'deploy --all -c first=Vault -c stage=production',
      'deploy Vault --exclusively -c stage=production',
    ]);
  });

  it('changes functions without a shift that were led back by hand, and nothing else so', async () => {
    const confirm: LiveFunction = {
      ...{ name: 'payments.confirm', stackName: 'turnout-production-api-payments' },
      ...{ stackStatus: 'UPDATE_COMPLETE', stackChangedAt: new Date(0), logicalId: 'Live' },
      ...{ aliasArn: 'arn:aws:lambda:eu-west-1:123456789012:function:confirm:live', versions: [] },
      ...{ resourceStatus: 'UPDATE_COMPLETE', deployed: '3', live: '2', takingOver: undefined },
      revision: 'r1',
    };
    const aliases = { list: async () => [confirm], describe: async () => confirm };
    const moved = await deploy(production, { stacks: deployed, aliases });
    expect(moved.asked).toEqual(['deploy --all -c unshifted=payments.confirm -c stage=production']);
    expect(moved.said).toContain('npm run rollback -- --stage production --forward');
    const gone = { ...aliases, list: async () => [{ ...confirm, live: undefined }] };
    const stopped = await deploy(production, { stacks: deployed, aliases: gone });
    expect([stopped.code, stopped.asked]).toEqual([1, []]);
  });

  it('says how the protection itself ended', async () => {
    expect((await deploy(production, { endings: [0, 3] })).code).toBe(3);
  });

  it('never takes the protection from a stack that was made', async () => {
    const { asked } = await deploy(production, { stacks: deployed });
    expect(asked).toEqual(['deploy --all -c stage=production']);
    for (const state of ['UPDATE_ROLLBACK_COMPLETE', 'UPDATE_IN_PROGRESS', 'DELETE_FAILED']) {
      const stacks = { ...deployed, 'turnout-production-data': state };
      expect((await deploy(production, { stacks })).asked).toEqual([
        'deploy --all -c stage=production',
      ]);
    }
  });

  it('asks for no approval in any of its runs with the option for it, and hands all other options to the CDK', async () => {
    const { asked } = await deploy([...production, '--yes', '--profile', 'shop']);
    expect(asked).toEqual([
      'deploy --all -c first=Data,Vault -c stage=production --profile shop --require-approval never --yes',
      'deploy Data Vault --exclusively -c stage=production --profile shop --require-approval never --yes',
    ]);
  });

  it('deploys no production into an account with the quota of a new account, unless the option allows it', async () => {
    const refused = await deploy(production, { executions: 10 });
    expect([refused.code, refused.asked]).toEqual([1, []]);
    expect(refused.said).toMatch(/^10 functions .* may run at the same time, and production needs/);
    expect(refused.said).toContain('aws service-quotas request-service-quota-increase');
    const told = await deploy([...production, '--despite-quota'], { executions: 10 });
    expect([told.code, told.asked.length]).toEqual([0, 2]);
    expect(told.asked.join()).not.toContain('despite-quota');
    // Nobody is hurt by a trial that is slow.
    const trial = await deploy([], { executions: 10 });
    expect([trial.code, trial.asked]).toEqual([0, ['deploy --all']]);
    expect(trial.said).toContain('10 functions');
  });

  it('needs a prepared region, and with an edge of the pages or of the API us-east-1 as well', async () => {
    const none = await deploy([], { stacks: {} });
    expect([none.code, none.asked]).toEqual([1, []]);
    expect(none.said).toContain('npx cdk bootstrap');
    const stacks = { CDKToolkit: 'CREATE_COMPLETE' };
    for (const setting of ['vaultDomain=cards.shop.example', 'apiEdge=on']) {
      const edge = await deploy(['--context', setting], { stacks });
      expect([edge.code, edge.asked]).toEqual([1, []]);
      expect(edge.said).toContain('npx cdk bootstrap aws://ACCOUNT/us-east-1');
      expect((await deploy(['-c', setting])).code).toBe(0);
    }
    expect((await deploy(['-c', 'apiEdge=off'], { stacks })).code).toBe(0);
    // A company may have prepared its accounts under another name.
    const other = { stacks: { OurToolkit: 'CREATE_COMPLETE' } };
    expect((await deploy(['--toolkit-stack-name', 'OurToolkit'], other)).code).toBe(0);
  });

  it.each(['laptop', 'staging'])('has no stage %s', async (stage) => {
    const { code, asked, said } = await deploy(['-c', `stage=${stage}`]);
    expect([code, asked]).toEqual([1, []]);
    expect(said).toBe(`There is no stage "${stage}" to deploy. Stages: sandbox, production.`);
  });

  it('stops with its reason where the account does not answer', async () => {
    const deployer = {
      stackStatus: () => Promise.reject(new Error('no credentials')),
      concurrentExecutions: async () => 1_000,
      aliasesOf: () => noAliases,
      cdk: async () => 0,
      say: () => undefined,
    };
    await expect(deployInOrder(production, deployer)).rejects.toThrow('no credentials');
  });
});
