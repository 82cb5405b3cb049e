import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as client from '@aws-sdk/client-cloudformation';
import { StackStatus } from '@aws-sdk/client-cloudformation';
import type { Rate } from '../../../lib/api/route-rates.ts';
import { keylessFunctions } from '../../../lib/settings/quota.ts';
import { readSettings } from '../../../lib/settings/read-settings.ts';
import { recordOf } from '../../../lib/settings/recorded-settings.ts';
import { type PlannedChange, SignInNeeded } from '../../../scripts/deploy/account.ts';
import { deployInOrder } from '../../../scripts/deploy/deploy-in-order.ts';
import type { Deployer } from '../../../scripts/deploy/deployer.ts';
import type { AliasReader } from '../../../scripts/deploy/moved-aliases.ts';
import { answerTo } from '../../../scripts/deploy/stack-statuses.ts';
import type { LiveFunction } from '../../../scripts/operate/live-functions.ts';
import { cellMapFile, ownVaults, twoCells } from '../../support/deployment/cell-map-file.ts';

interface TestAccount {
  /** The states of stacks, by name; in another region as `us-east-1 CDKToolkit`. */
  readonly stacks?: Readonly<Record<string, string>>;
  /** The settings that the last deployment recorded. */
  readonly recorded?: Readonly<Record<string, unknown>>;
  /** The end of the name of the stack that has the record; `-data` without it. */
  readonly recorder?: string;
  /** The part of the deployment that recorded them. */
  readonly recordedPart?: 'vault' | 'switch';
  /** Other outputs, by the stack's name. */
  readonly outputs?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The number of the account. */
  readonly id?: string;
  readonly executions?: number;
  readonly region?: string | undefined;
  /** The account's roles; undefined where nothing may be asked. */
  readonly roles?: { readonly used: number; readonly quota: number };
  /** The errors with which the account answers who it is, one after the other. */
  readonly signIn?: readonly (Error | undefined)[];
  /** Whether the credentials may ask nothing at all. */
  readonly isSilent?: boolean;
  /** How many requests API Gateway lets through. */
  readonly apiLimit?: Rate;
  readonly cnames?: Readonly<Record<string, readonly string[]>>;
  /** How the CDK's runs end, one after the other; 0 without more. */
  readonly endings?: readonly number[];
  readonly aliases?: AliasReader;
  readonly file?: Readonly<Record<string, unknown>>;
  readonly fileProblems?: readonly string[];
  /** Templates of stacks that are deployed, by name. */
  readonly templates?: Readonly<Record<string, object>>;
  readonly changeSets?: Readonly<Record<string, readonly PlannedChange[]>>;
  /** The templates of the app, by the name of their stack, as a synthesis writes them. */
  readonly app?: Readonly<Record<string, object>>;
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
  'turnout-production-ops': 'CREATE_COMPLETE',
};
const production = ['-c', 'stage=production'];

/** Deploys into such an account: the calls of the CDK, the output, and the exit code. */
async function deploy(args: readonly string[], account: TestAccount = {}) {
  const { stacks = bootstrapped, executions = 1_000, endings = [], aliases = noAliases } = account;
  const { recorded, signIn = [], isSilent = false } = account;
  const [asked, said]: [string[], string[]] = [[], []];
  let signIns = 0;
  const answer = <T>(given: T) => Promise.resolve(isSilent ? undefined : given);
  const outputsOf = (name: string) => ({
    ...account.outputs?.[name],
    ...(recorded && name.endsWith(account.recorder ?? '-data')
      ? recordOf(readSettings(recorded).settings, account.recordedPart)
      : {}),
  });
  const deployer: Deployer = {
    account: {
      region: async () => ('region' in account ? account.region : 'eu-west-1'),
      async id() {
        const error = signIn[signIns++];
        if (error) throw error;
        return account.id ?? '123456789012';
      },
      stacks: (region) =>
        answer(
          Object.entries(stacks).flatMap(([key, status]) => {
            const [name = '', where = 'eu-west-1'] = key.split(' ').reverse();
            return where === region ? [{ name, status, outputs: outputsOf(name) }] : [];
          }),
        ),
      concurrentExecutions: () => answer(executions),
      apiLimit: () => answer(account.apiLimit ?? { rate: 10_000, burst: 5_000 }),
      roles: () => answer(account.roles),
      template: (name) => {
        const template = account.templates?.[name];
        return answer(template && JSON.stringify(template));
      },
      takeChangeSet: (name) => answer(account.changeSets?.[name]),
      cnames: async (domain) => account.cnames?.[domain] ?? [],
    },
    settingsFile: () => ({ given: account.file ?? {}, problems: account.fileProblems ?? [] }),
    aliasesOf: () => aliases,
    async cdk(given) {
      const at = given.indexOf('--output');
      if (at >= 0) writeAssembly(given[at + 1] ?? '', account.app ?? {});
      return (
        endings[asked.push(given.filter((_, index) => at < 0 || index !== at + 1).join(' ')) - 1] ??
        0
      );
    },
    bill: async (_, { region }) => [`The bill of ${region}`],
    patience: () => new Promise(() => {}),
    say: (line) => said.push(line),
  };
  const deployment = await deployInOrder(args, deployer);
  return { ...deployment, asked, said: said.join('\n') };
}

/** Writes an assembly as the CDK does: each stack depends on the one before. */
function writeAssembly(directory: string, app: Readonly<Record<string, object>>) {
  mkdirSync(directory, { recursive: true });
  const names = Object.keys(app);
  const artifacts = Object.fromEntries(
    names.map((stackName, index) => {
      const templateFile = `${stackName}.template.json`;
      writeFileSync(join(directory, templateFile), JSON.stringify(app[stackName]));
      return [
        `Stack${index}`,
        {
          type: 'aws:cloudformation:stack',
          environment: 'aws://unknown-account/unknown-region',
          dependencies: index === 0 ? [] : [`Stack${index - 1}`],
          properties: { stackName, templateFile },
        },
      ] as const;
    }),
  );
  // The order of the file is not that of the deployment.
  const manifest = { artifacts: Object.fromEntries(Object.entries(artifacts).reverse()) };
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify(manifest));
}

describe('npx turnout deploy', () => {
  it('a sandbox, of which nothing is protected, is deployed in one go', async () => {
    expect(await deploy([])).toMatchObject({ code: 0, asked: ['deploy --all'], said: '' });
  });

  it('the stacks with data of a first production deployment are protected once all stacks were created', async () => {
    const { code, asked } = await deploy(production);
    expect(asked).toEqual([
      'deploy --all -c first=Data,Vault,Ops -c stage=production',
      'deploy Data Vault Ops --exclusively -c stage=production',
    ]);
    expect(code).toBe(0);
  });

  it('a first production deployment that fails protects nothing, and can be repeated', async () => {
    const failed = await deploy(production, { endings: [1] });
    expect(failed.code).toBe(1);
    expect(failed.asked).toEqual(['deploy --all -c first=Data,Vault,Ops -c stage=production']);
    expect(failed.said).toContain('deploy again when it is mended');
    // CloudFormation keeps the name of a stack that it rolled back on creation: that is no stack
    // yet.
    const stacks = { ...deployed, 'turnout-production-vault': 'ROLLBACK_COMPLETE' };
    const repeated = await deploy(production, { stacks });
    expect(repeated.asked).toEqual([
      'deploy --all -c first=Vault -c stage=production',
      'deploy Vault --exclusively -c stage=production',
    ]);
  });

  it('the stage of an API that has it in its first stack moves after all else was deployed, by a deployment of two stacks', async () => {
    const stacks = { ...deployed, 'turnout-production-api': 'UPDATE_COMPLETE' };
    const api = (Type: string) => ({
      stacks,
      templates: { 'turnout-production-api': { Resources: { One: { Type } } } },
    });
    const before = api('AWS::ApiGatewayV2::Stage');
    const moved = await deploy(production, before);
    expect(moved.asked).toEqual([
      'deploy --all -c apiStageIn=Api -c stage=production',
      'deploy Api ApiStage --exclusively -c stage=production',
    ]);
    expect(moved.said).toContain('moves to the stack turnout-production-api-stage');
    const dry = await deploy([...production, '--dry-run'], before);
    expect(dry.said).toContain('moves to the stack turnout-production-api-stage');
    // A failure leaves the stage where it is.
    expect((await deploy(production, { ...before, endings: [1] })).asked).toHaveLength(1);
    const half = await deploy(production, { ...before, endings: [0, 1] });
    expect([half.code, half.said]).toEqual([1, expect.stringContaining('until you deploy again')]);
    const { 'turnout-production-ops': _, ...withoutOps } = stacks;
    expect((await deploy(production, { ...before, stacks: withoutOps })).asked).toEqual([
      'deploy --all -c apiStageIn=Api -c first=Ops -c stage=production',
      'deploy Api ApiStage Ops --exclusively -c stage=production',
    ]);
    // A deployment that ended before the stage was made has none to move.
    const atOnce = ['deploy --all -c stage=production'];
    expect((await deploy(production, api('AWS::ApiGatewayV2::Api'))).asked).toEqual(atOnce);
    const after = { ...stacks, 'turnout-production-api-stage': 'CREATE_COMPLETE' };
    expect((await deploy(production, { ...before, stacks: after })).asked).toEqual(atOnce);
  });

  it('a deployment changes functions that were led back by hand without a shift, and all others with one', async () => {
    const confirm: LiveFunction = {
      name: 'payments.confirm',
      stackName: 'turnout-production-api-payments',
      stackStatus: 'UPDATE_COMPLETE',
      stackChangedAt: new Date(0),
      logicalId: 'Live',
      aliasArn: 'arn:aws:lambda:eu-west-1:123456789012:function:confirm:live',
      versions: [],
      resourceStatus: 'UPDATE_COMPLETE',
      deployed: '3',
      live: '2',
      takingOver: undefined,
      revision: 'r1',
    };
    const aliases = { list: async () => [confirm], describe: async () => confirm };
    const moved = await deploy(production, { stacks: deployed, aliases });
    expect(moved.asked).toEqual(['deploy --all -c unshifted=payments.confirm -c stage=production']);
    expect(moved.said).toContain('npx turnout rollback --stage production --forward');
    const gone = { ...aliases, list: async () => [{ ...confirm, live: undefined }] };
    const stopped = await deploy(production, { stacks: deployed, aliases: gone });
    expect([stopped.code, stopped.asked]).toEqual([1, []]);
  });

  it('a deployment ends with the code of its second step, which protects data', async () => {
    expect((await deploy(production, { endings: [0, 3] })).code).toBe(3);
  });

  it('a deployment never takes the protection from a stack that was created', async () => {
    const { asked } = await deploy(production, { stacks: deployed });
    expect(asked).toEqual(['deploy --all -c stage=production']);
    for (const state of ['UPDATE_ROLLBACK_COMPLETE', 'IMPORT_COMPLETE']) {
      const stacks = { ...deployed, 'turnout-production-data': state };
      expect((await deploy(production, { stacks })).asked).toEqual([
        'deploy --all -c stage=production',
      ]);
    }
  });

  it('a deployment with --yes asks for no approval in any of its steps, and hands all other options to the CDK', async () => {
    const { asked } = await deploy([...production, '--yes', '--profile', 'shop']);
    expect(asked).toEqual([
      'deploy --all -c first=Data,Vault,Ops -c stage=production --profile shop --require-approval never --yes',
      'deploy Data Vault Ops --exclusively -c stage=production --profile shop --require-approval never --yes',
    ]);
  });

  it('no production is deployed into an account with the quota of a new account, unless --despite-quota allows it', async () => {
    const refused = await deploy(production, { executions: 10 });
    expect([refused.code, refused.asked]).toEqual([1, []]);
    expect(refused.said).toMatch(
      /^10 functions .* may run at the same time, and production needs/m,
    );
    expect(refused.said).toContain('aws service-quotas request-service-quota-increase');
    const told = await deploy([...production, '--despite-quota'], { executions: 10 });
    expect([told.code, told.asked.length]).toEqual([0, 2]);
    expect(told.asked.join()).not.toContain('despite-quota');
    // A slow trial hurts no customer.
    const trial = await deploy([], { executions: 10 });
    expect([trial.code, trial.asked]).toEqual([0, ['deploy --all -c accountConcurrency=10']]);
    expect(trial.said).toContain('10 functions');
  });

  it("a deployment's rates are within the account's own limit, which all commands of the CDK get", async () => {
    const limited = { apiLimit: { rate: 20_000, burst: 9_000 } };
    const first = await deploy(production, limited);
    expect(first.asked).toHaveLength(2);
    for (const one of first.asked) expect(one).toContain('-c apiLimit=20000/9000');
    // AWS's default of the Region is what the app takes by itself.
    expect((await deploy([])).asked.join()).not.toContain('apiLimit');
    const milan = { region: 'eu-south-1', stacks: { 'eu-south-1 CDKToolkit': 'CREATE_COMPLETE' } };
    const low = { ...milan, apiLimit: { rate: 2_500, burst: 1_250 } };
    expect((await deploy([], low)).asked.join()).not.toContain('apiLimit');
    expect((await deploy([], milan)).asked.join()).toContain('-c apiLimit=10000/5000');
    // A stated limit is not asked for.
    const stated = await deploy(['-c', 'apiLimit=3000/1500'], limited);
    expect(stated.asked).toEqual(['deploy --all -c apiLimit=3000/1500']);
  });

  it('a deployment that may not ask for the limit of API Gateway says which one its rates are for', async () => {
    const { said, code } = await deploy([], { isSilent: true });
    expect(code).toBe(0);
    expect(said).toContain('10000 a second');
    expect(said).toContain('-c apiLimit=RATE/BURST');
  });

  it('a deployment whose functions without keys get shares needs a quota that has room for them, also in a trial', async () => {
    const shares = ['-c', 'keylessConcurrency=10'];
    const keyless = keylessFunctions * 10;
    const refused = await deploy([...production, ...shares], { executions: keyless + 240 });
    expect(refused.code).toBe(1);
    expect(refused.said).toContain(`production needs ${keyless + 250}`);
    expect((await deploy([...production, ...shares], { executions: keyless + 250 })).code).toBe(0);
    const trial = await deploy(shares, { executions: keyless + 90 });
    expect([trial.code, trial.asked]).toEqual([1, []]);
    expect(trial.said).toContain('Lambda refuses shares (keylessConcurrency=10)');
    expect((await deploy(shares, { executions: keyless + 100 })).code).toBe(0);
  });

  it('a deployment needs a Region that is prepared for the CDK, and with an edge us-east-1 as well', async () => {
    const none = await deploy([], { stacks: {} });
    expect([none.code, none.asked]).toEqual([1, []]);
    expect(none.said).toContain('npx cdk bootstrap aws://123456789012/eu-west-1');
    const stacks = { CDKToolkit: 'CREATE_COMPLETE' };
    for (const edge of [vaultEdge, apiEdge]) {
      const refused = await deploy(edge, { stacks });
      expect([refused.code, refused.asked]).toEqual([1, []]);
      expect(refused.said).toContain('npx cdk bootstrap aws://123456789012/us-east-1');
      expect((await deploy(edge)).code).toBe(0);
    }
    expect((await deploy(['-c', 'apiEdge=off'], { stacks })).code).toBe(0);
    // A company may have prepared its accounts under another name.
    const other = { stacks: { OurToolkit: 'CREATE_COMPLETE' } };
    expect((await deploy(['--toolkit-stack-name', 'OurToolkit'], other)).code).toBe(0);
    // A failed bootstrap does not count.
    const failed = await deploy([], { stacks: { CDKToolkit: 'ROLLBACK_COMPLETE' } });
    expect(failed.said).toContain('npx cdk bootstrap');
  });

  it('a deployment with a replica needs its Region prepared for the CDK, and a stage whose key exists', async () => {
    const replica = [
      ...production,
      '-c',
      'replicaRegion=eu-central-1',
      '--accept',
      'replicaRegion',
    ];
    const away = { 'eu-central-1 CDKToolkit': 'CREATE_COMPLETE' };
    const outputs = { 'turnout-production-data': { KeyArn: 'arn:aws:kms:…:key/mrk-1' } };
    const unprepared = await deploy(replica, { stacks: deployed, outputs });
    expect([unprepared.code, unprepared.asked]).toEqual([1, []]);
    expect(unprepared.said).toContain('npx cdk bootstrap aws://123456789012/eu-central-1');
    const first = await deploy(replica, { stacks: { ...bootstrapped, ...away } });
    expect([first.code, first.asked]).toEqual([1, []]);
    expect(first.said).toContain('deploy without it first, and then with it');
    const ready = await deploy(replica, { stacks: { ...deployed, ...away }, outputs });
    expect(ready.code).toBe(0);
    const broken = { ...away, 'eu-central-1 turnout-production-standby': 'DELETE_FAILED' };
    const hindered = await deploy(replica, { stacks: { ...deployed, ...broken }, outputs });
    expect(hindered.said).toContain('turnout-production-standby');
    expect(hindered.code).toBe(1);
  });

  it('a standby for another Region is no left-over stack of the stage that takes over beside it', async () => {
    const stacks = { ...deployed, 'turnout-production-standby': 'CREATE_COMPLETE' };
    const app = { 'turnout-production-data': { Resources: {} } };
    const { said, orphans } = await deploy([...production, '--dry-run'], { stacks, app });
    expect(orphans).toEqual(['turnout-production-vault', 'turnout-production-ops']);
    expect(said).not.toContain('standby');
  });

  it.each(['laptop', 'staging'])(
    'a deployment of the stage %s is refused, because there is no such stage',
    async (stage) => {
      const { code, asked, said } = await deploy(['-c', `stage=${stage}`]);
      expect([code, asked]).toEqual([1, []]);
      expect(said).toBe(`There is no stage "${stage}" to deploy. Stages: sandbox, production.`);
    },
  );

  it('a deployment stops with the reason when the account does not answer', async () => {
    const signIn = [new Error('getaddrinfo ENOTFOUND sts.eu-west-1.amazonaws.com')];
    await expect(deploy(production, { signIn })).rejects.toThrow('ENOTFOUND');
  });
});

const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd';
const vaultEdge = [
  ...['-c', 'vaultDomain=cards.shop.example'],
  ...['-c', `vaultCertificateArn=${certificate}`],
];
const apiEdge = [
  ...['-c', 'apiEdge=on', '-c', 'apiDomain=pay.shop.example'],
  ...['-c', `apiCertificateArn=${certificate}`],
];

describe('everything that is wrong before a deployment', () => {
  it('the deployment reports all mistakes at once, before building anything', async () => {
    const { code, asked, said } = await deploy(
      [...production, '-c', 'alarmMail=a@b.example', '-c', 'keepWarm=99', '--concurrency', '4'],
      {
        stacks: { 'turnout-sandbox-data': 'CREATE_COMPLETE' },
        executions: 10,
        fileProblems: ['turnout.production.json: There is no setting trace; did you mean traces?'],
      },
    );
    expect([code, asked]).toEqual([1, []]);
    const beginnings = said.split('\n').map((line) => line.slice(0, 40));
    expect(beginnings).toEqual([
      'turnout.production.json: There is no set',
      'There is no setting alarmMail; did you m',
      'keepWarm must be a number from 0 to 20.',
      'The account is not prepared for the CDK ',
      'This account has a sandbox already. Alar',
      '--concurrency 4 needs --yes: the CDK can',
      'A first deployment takes no --concurrenc',
      '10 functions of this account may run at ',
      'To deploy all the same: --despite-quota',
    ]);
  });

  it('a deployment without a Region and with ended credentials stops, with the commands that help', async () => {
    const ended = new SignInNeeded('aws sso login --profile shop');
    const { code, said } = await deploy([], { region: undefined, signIn: [ended] });
    expect(code).toBe(1);
    expect(said).toBe(
      'It is not said in which Region: export AWS_REGION=eu-west-1, or aws configure set region eu-west-1\n' +
        'aws sso login --profile shop',
    );
  });

  it('a wrong setting is said without the answer of AWS when AWS is slow', async () => {
    const deployer: Deployer = {
      account: {
        region: async () => 'eu-west-1',
        id: () => new Promise(() => {}),
        stacks: () => new Promise(() => {}),
        concurrentExecutions: () => new Promise(() => {}),
        apiLimit: () => new Promise(() => {}),
        roles: () => new Promise(() => {}),
        template: () => new Promise(() => {}),
        takeChangeSet: () => new Promise(() => {}),
        cnames: () => new Promise(() => {}),
      },
      settingsFile: () => ({ given: {}, problems: [] }),
      aliasesOf: () => noAliases,
      cdk: () => Promise.reject(new Error('Nothing is to be built.')),
      bill: async () => [],
      patience: async () => {},
      say: (line) => said.push(line),
    };
    const said: string[] = [];
    const { code } = await deployInOrder(['-c', 'alarmMail=a@b.example'], deployer);
    expect(code).toBe(1);
    expect(said).toEqual([
      'There is no setting alarmMail; did you mean alarmEmail?',
      'AWS has not answered yet.',
    ]);
  });

  it('a deployment stops when the setting region is not the Region of the credentials', async () => {
    const { code, said } = await deploy(['-c', 'region=eu-central-1']);
    expect(code).toBe(1);
    expect(said).toContain(
      'The setting region is eu-central-1, and the credentials are for eu-west-1',
    );
    expect((await deploy(['-c', 'region=eu-west-1'])).code).toBe(0);
  });

  it('a deployment stops when the certificate of the API is in another Region than the credentials', async () => {
    const arn = certificate.replace('us-east-1', 'eu-central-1');
    const domain = ['-c', 'apiDomain=pay.shop.example', '-c', `apiCertificateArn=${arn}`];
    const { code, said } = await deploy(domain);
    expect([code, said]).toEqual([
      1,
      'apiCertificateArn must be of a certificate in eu-west-1, the Region of the deployment, and is of eu-central-1.',
    ]);
  });

  it('a deployment stops when the account has another stage already, unless --accept stage allows it', async () => {
    const refused = await deploy([], { stacks: deployed });
    expect([refused.code, refused.asked]).toEqual([1, []]);
    expect(refused.said).toContain('This account has a production already.');
    expect((await deploy(['--accept', 'stage'], { stacks: deployed })).asked).toEqual([
      'deploy --all',
    ]);
    // A stack that was never created is no stage, and a web ACL in us-east-1 belongs to another
    // Region.
    const others = {
      ...bootstrapped,
      'turnout-production-data': 'ROLLBACK_COMPLETE',
      'turnout-production-api-filter-eu-central-1': 'CREATE_COMPLETE',
      'turnout-production-pipeline-roles': 'CREATE_COMPLETE',
    };
    expect((await deploy([], { stacks: others })).code).toBe(0);
  });

  it('a deployment with --concurrency above 1 stops without --yes, and when it is the first', async () => {
    const four = ['--concurrency=4', '--yes'];
    const isFine = await deploy([...production, ...four], { stacks: deployed });
    expect(isFine.asked).toEqual([
      'deploy --all -c stage=production --concurrency=4 --require-approval never --yes',
    ]);
    expect((await deploy([...production, ...four])).said).toContain('A first deployment takes no');
    const attended = await deploy([...production, '--concurrency', '4'], { stacks: deployed });
    expect(attended.said).toContain(
      '--concurrency 4 needs --yes: the CDK cannot ask about several stacks at the same time.',
    );
    expect((await deploy(['--concurrency', '1'])).code).toBe(0);
  });

  it('a deployment stops when its domain leads to a distribution of another stage or company, unless that is accepted', async () => {
    const cnames = { 'cards.shop.example': ['d1.cloudfront.net'] };
    const refused = await deploy(vaultEdge, { cnames });
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('cards.shop.example leads to d1.cloudfront.net');
    expect((await deploy([...vaultEdge, '--accept', 'vaultDomain'], { cnames })).code).toBe(0);
    const own = {
      cnames,
      stacks: { ...bootstrapped, 'turnout-sandbox-vault-edge': 'CREATE_COMPLETE' },
      outputs: { 'turnout-sandbox-vault-edge': { PointTheDomainTo: 'd1.CloudFront.net' } },
    };
    expect((await deploy(vaultEdge, own)).code).toBe(0);
    const elsewhere = { cnames: { 'cards.shop.example': ['shop.example'] } };
    expect((await deploy(vaultEdge, elsewhere)).code).toBe(0);
  });

  it('a deployment of a production stops when its quota was taken away after the first deployment, and says so', async () => {
    const { code, said } = await deploy(production, { stacks: deployed, executions: 10 });
    expect(code).toBe(1);
    expect(said).toContain('When this stage was deployed first, it was more, or ignored.');
    const fix = await deploy([...production, '--despite-quota'], {
      stacks: deployed,
      executions: 10,
    });
    expect(fix.asked).toEqual(['deploy --all -c stage=production -c accountConcurrency=10']);
  });

  it('a deployment whose credentials may ask the account nothing goes on, and lists its unanswered checks', async () => {
    const { code, asked, said } = await deploy([], { isSilent: true });
    expect([code, asked]).toEqual([0, ['deploy --all']]);
    expect(said).toMatch(/^Not known, because the credentials may not ask: the stacks/);
  });
});

describe('credentials that end while the CDK runs', () => {
  it("credentials that end while the CDK runs are named, with CloudFormation's further course", async () => {
    const ended = new SignInNeeded('aws sso login');
    const { code, said } = await deploy([], { endings: [1], signIn: [undefined, ended] });
    expect(code).toBe(1);
    expect(said).toContain('aws sso login\nCloudFormation goes on with the stack that it is at');
  });

  it('a deployment whose credentials end between its two steps is ended by the next deployment', async () => {
    const ended = new SignInNeeded('aws sso login');
    const first = await deploy(production, { endings: [0, 1], signIn: [undefined, ended] });
    expect(first.code).toBe(1);
    // Both stacks exist, and neither is protected: no `first` is named, which protects them.
    expect((await deploy(production, { stacks: deployed })).asked).toEqual([
      'deploy --all -c stage=production',
    ]);
  });
});

describe('a stack in a status of CloudFormation when a deployment begins', () => {
  const whenDataIs = (status: string) =>
    deploy(production, { stacks: { ...deployed, 'turnout-production-data': status } });

  it.each(Object.values(StackStatus))(
    'a stack in the status %s when a deployment begins has an answer: deploy, create, wait or mend',
    async (status) => {
      const { code, asked, said } = await whenDataIs(status);
      const answer = answerTo(status);
      if (answer.do === 'deploy' || answer.do === 'create') {
        const first = answer.do === 'create' ? ' -c first=Data' : '';
        expect([code, asked[0]]).toEqual([0, `deploy --all${first} -c stage=production`]);
        return;
      }
      expect([code, asked]).toEqual([1, []]);
      expect(said).toContain('turnout-production-data');
      expect(said).toContain(status);
      expect(said).toMatch(/^ {2}aws cloudformation .*--stack-name turnout-production-data/m);
      expect(said).toContain('--region eu-west-1');
    },
  );

  it('each wait that a deployment advises is a waiter of the AWS CLI and the SDK', () => {
    const named = Object.values(StackStatus).flatMap((status) => {
      const answer = answerTo(status);
      return answer.do === 'wait' && answer.waiter ? [answer.waiter] : [];
    });
    expect(named.length).toBeGreaterThan(4);
    for (const waiter of named) {
      const words = waiter.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
      expect(Object.keys(client)).toContain(`waitUntil${words.join('')}`);
    }
  });

  it('a stack in a status that AWS adds later is waited for, or left to the operator', async () => {
    expect((await whenDataIs('REFACTOR_IN_PROGRESS')).code).toBe(1);
    expect((await whenDataIs('REFACTOR_FAILED')).said).toContain('does not know the status');
  });

  it('the status of an edge’s stack in us-east-1 stops a deployment as well', async () => {
    const stacks = {
      ...bootstrapped,
      'us-east-1 turnout-sandbox-api-filter-eu-west-1': 'UPDATE_IN_PROGRESS',
      'us-east-1 turnout-sandbox-api-filter-eu-central-1': 'UPDATE_ROLLBACK_FAILED',
    };
    const { code, said } = await deploy(apiEdge, { stacks });
    expect(code).toBe(1);
    expect(said).toContain('turnout-sandbox-api-filter-eu-west-1 --region us-east-1');
    expect(said).not.toContain('eu-central-1');
  });

  it('the second of two deployments at once stops, and names the stack that the first is changing', async () => {
    const { code, asked, said } = await whenDataIs('UPDATE_IN_PROGRESS');
    expect([code, asked]).toEqual([1, []]);
    expect(said).toContain(
      'CloudFormation is at work: turnout-production-data (UPDATE_IN_PROGRESS). Another deployment or a rollback is running. Wait for it, then deploy:\n' +
        '  aws cloudformation wait stack-update-complete --stack-name turnout-production-data --region eu-west-1',
    );
  });
});

describe('the settings of the last deployment', () => {
  const recorded = { alarmEmail: 'on-call@example.com', keepWarm: 2 };
  const account = { stacks: deployed, recorded };
  const both = ['-c', 'alarmEmail=on-call@example.com', '-c', 'keepWarm=2'];

  it('a deployment that would drop or change a setting of the last one stops, with both values and the consequences', async () => {
    const { code, asked, said } = await deploy([...production, '-c', 'keepWarm=3'], account);
    expect([code, asked]).toEqual([1, []]);
    expect(said.split('\n')).toEqual([
      'This deployment would change settings of the last one:',
      '  alarmEmail',
      '    deployed: on-call@example.com',
      '    now:      not given',
      expect.stringContaining('Amazon SNS deletes the subscription'),
      '  keepWarm',
      '    deployed: 2',
      '    now:      3',
      expect.stringContaining('container'),
      'To go on: --accept alarmEmail --accept keepWarm',
    ]);
  });

  it('a deployment changes settings of the last one when each change is accepted', async () => {
    const { asked } = await deploy(
      [...production, '--accept', 'alarmEmail', '--accept=keepWarm'],
      account,
    );
    expect(asked).toEqual(['deploy --all -c stage=production']);
    const one = await deploy([...production, '--accept', 'alarmEmail'], account);
    expect([one.code, one.said]).toEqual([1, expect.stringContaining('--accept keepWarm')]);
    expect(one.said).not.toContain('on-call@example.com');
    const misspelt = await deploy([...production, '--accept', 'alarmMail'], account);
    expect(misspelt.said).toBe('There is no setting alarmMail; did you mean alarmEmail?');
  });

  it('settings of the last deployment are the same from the file as from -c, in any order, and with defaults stated', async () => {
    const file = { alarmEmail: 'on-call@example.com', keepWarm: 2, traces: 'off' };
    expect((await deploy(production, { ...account, file })).code).toBe(0);
    expect((await deploy([...production, ...both], account)).code).toBe(0);
  });

  it('a setting that changes nothing for others can be added to those of the last deployment, and no other can', async () => {
    const withMore = (...more: string[]) => deploy([...production, ...both, ...more], account);
    expect((await withMore('-c', 'traces=on')).code).toBe(0);
    const table = 'arn:aws:dynamodb:eu-west-1:123456789012:table/restored/stream/2026-02-01T00:00';
    const restored = ['-c', 'tableName=restored', '-c', `tableStreamArn=${table}`];
    const refused = await withMore(...restored);
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(/To go on: --accept tableName$/);
    expect((await withMore(...restored, '--accept', 'tableName')).code).toBe(0);
  });

  it('settings that mean one deployment, a pace and a rotation, are not recorded', async () => {
    const rotated = await deploy(
      [...production, ...both, '-c', 'shift=off', '-c', 'edgeSecretsOf=2026-02-01'],
      account,
    );
    expect(rotated.code).toBe(0);
    const { settings } = readSettings({ shift: 'off', edgeSecretsOf: 'x', region: 'eu-west-1' });
    expect(recordOf(settings)).toEqual({ Settings: '{}' });
  });

  it('a deployment after one that recorded no settings goes on, and says so', async () => {
    const { code, said } = await deploy(production, { stacks: deployed });
    expect(code).toBe(0);
    expect(said).toContain('The last deployment did not record its settings');
  });

  it('settings that are longer than an output are recorded whole, in ASCII', () => {
    const vaultAuditors = Array.from(
      { length: 60 },
      (_, index) => `arn:aws:iam::123456789012:role/auditors/of-the-vault-${index}`,
    );
    const { settings } = readSettings({ vaultAuditors, owner: 'Zahlungsverkehr Köln' });
    const outputs = recordOf(settings);
    expect(Object.keys(outputs)).toEqual(['Settings', 'Settings2', 'Settings3', 'Settings4']);
    for (const value of Object.values(outputs)) expect(value).toMatch(/^[ -~]{1,1000}$/);
    expect(Object.values(outputs).join('')).toContain('K\\u00f6ln');
  });
});

describe('a dry run', () => {
  const role = { Type: 'AWS::IAM::Role' };
  const key = { Type: 'AWS::KMS::Key', DeletionPolicy: 'Retain' };
  const topic = { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'a' } };
  const app = {
    'turnout-sandbox-data': { Resources: { Key: key, Role: role } },
    'turnout-sandbox-ops': { Resources: { Topic: topic, Role: role, Another: role } },
    'turnout-sandbox-probe': { Resources: { Role: role } },
  };
  const stacks = {
    ...bootstrapped,
    'turnout-sandbox-data': 'CREATE_COMPLETE',
    'turnout-sandbox-ops': 'UPDATE_COMPLETE',
    'turnout-sandbox-network': 'CREATE_COMPLETE',
    'turnout-sandbox-pipeline-roles': 'CREATE_COMPLETE',
  };
  const templates = {
    'turnout-sandbox-data': { Resources: { Key: key } },
    'turnout-sandbox-ops': {
      Resources: {
        Topic: { ...topic, Properties: { TopicName: 'b' } },
        Role: role,
        Old: role,
        Kept: key,
      },
    },
    'turnout-sandbox-network': {
      Resources: {
        Nat: { Type: 'AWS::EC2::NatGateway' },
        Address: { Type: 'AWS::EC2::EIP' },
        Key: key,
      },
    },
  };

  it('a dry run prints the stacks in order and their changes, by change sets where they exist, and deploys nothing', async () => {
    const changeSets = {
      'turnout-sandbox-data': [
        { logicalId: 'Role', type: 'AWS::IAM::Role', action: 'made' },
        { logicalId: 'Key', type: 'AWS::KMS::Key', action: 'may be replaced' },
      ],
    } as const;
    const roles = { used: 990, quota: 1_000 };
    const { code, asked, said, ...findings } = await deploy(
      ['--dry-run', '-c', 'traces=on', '--force'],
      {
        app,
        stacks,
        templates,
        changeSets,
        roles,
      },
    );
    expect(code).toBe(0);
    expect(asked).toEqual([
      'synth --quiet --output -c traces=on',
      'deploy Stack0 Stack1 --exclusively --app ' +
        expectedApp(asked[1]) +
        ' --method prepare-change-set --change-set-name turnout-dry-run --require-approval never',
    ]);
    expect(findings).toMatchObject({
      orphans: ['turnout-sandbox-network'],
      roles: { inStage: 4, inAccount: 992, quota: 1_000 },
      bill: ['The bill of eu-west-1'],
    });
    expect(findings.planned).toMatchObject([
      {
        stackName: 'turnout-sandbox-data',
        source: 'change_set',
        changes: [{ action: 'made' }, {}],
      },
      { stackName: 'turnout-sandbox-ops', source: 'templates' },
      { stackName: 'turnout-sandbox-probe', source: 'new', changes: [{ logicalId: 'Role' }] },
    ]);
    expect(said.split('\n')).toEqual([
      expect.stringContaining('did not record its settings'),
      'Stacks, in the order of the deployment:',
      '  turnout-sandbox-data (by a change set): 1 made, 1 may be replaced',
      '    may be replaced: AWS::KMS::Key Key',
      '  turnout-sandbox-ops (by the templates): 1 changed, 1 made, 1 deleted, 1 kept',
      '    deleted: AWS::IAM::Role Old',
      '    kept: AWS::KMS::Key Kept',
      '    Whether CloudFormation replaces what is changed, only a change set says.',
      '  turnout-sandbox-probe (new): 1 made',
      'Stacks of this sandbox that the app no longer has. No deployment removes them:',
      // 730 hours at $0.048 and $0.005, and a key.
      '  turnout-sandbox-network: $39.69 a month while nothing uses it',
      '    aws cloudformation delete-stack --stack-name turnout-sandbox-network --region eu-west-1',
      '    stays, and costs on: AWS::KMS::Key Key',
      'IAM roles: the account would have 992 of the 1000 that its quota allows; 4 are of this stage.',
      'For 20 payments a second (expectedRate): at most 50 functions deliver webhooks, 10 those of slow receivers, 20 sync payments; the tables take as much as new ones.',
      '  enough as usual: Lambda: concurrent executions, 250 (usually 1000; 100 of them stay without a share, and a new account begins with 10)',
      '  enough as usual: API Gateway: throttle quota, 534 requests a second, 267 at once (usually 10000 and 5000; 2500 and 1250 in 13 Regions)',
      '  enough as usual: DynamoDB: units a second of one table, 1290 written, 465 read (usually 40000 and 40000)',
      'The bill of eu-west-1',
      'This was a dry run: nothing is deployed.',
    ]);
  });

  it('a dry run prints the size and the quotas that an expected rate needs, with the page of each quota to ask for', async () => {
    const { said } = await deploy(['--dry-run', '-c', 'expectedRate=1000'], { app });
    expect(said).toContain('at most 600 functions deliver webhooks');
    expect(said).toContain('first moment: table 64500/23250, by-due 9000/12000.');
    const asked = said.split('\n').filter((line) => line.startsWith('  ask for'));
    expect(asked).toHaveLength(3);
    expect(said).toContain('    https://docs.aws.amazon.com/lambda/');
  });

  it('a dry run says when the account would have more roles than its quota', async () => {
    const roles = { used: 999, quota: 1_000 };
    const { said } = await deploy(['--dry-run'], { app, roles });
    expect(said).toContain('IAM roles: the account would have 1003 of the 1000');
    expect(said).toContain('--service-code iam --quota-code L-FE177D64');
  });

  it('a dry run of a caller without permissions lists its unanswered checks', async () => {
    const { code, said } = await deploy(['--dry-run'], { app, stacks, isSilent: true });
    expect(code).toBe(0);
    expect(said).toContain('How many the account has is not known');
  });

  it('a dry run ends with the code of a synthesis that fails, and says no change', async () => {
    const { code, said } = await deploy(['--dry-run'], { app, endings: [1] });
    expect([code, said]).toEqual([1, '']);
  });

  it('a dry run refuses everything that a deployment refuses', async () => {
    const { code, asked } = await deploy(['--dry-run', '-c', 'alarmMail=a@b.example'], { app });
    expect([code, asked]).toEqual([1, []]);
  });
});

/** The folder of the assembly, which has another name each time. */
const expectedApp = (asked = '') => /--app (\S+)/.exec(asked)?.[1] ?? '';

describe('npx turnout deploy of a vault with an account of its own', () => {
  const file = {
    vaultAccount: '222222222222',
    switchAccount: '111111111111',
    vaultDomain: 'cards.shop.example',
    vaultCertificateArn: 'arn:aws:acm:us-east-1:222222222222:certificate/12ab-34cd',
  };
  const inVault = { file, id: '222222222222' };
  const inSwitch = { file, id: '111111111111' };

  it('a deployment to the account of the vault makes its stacks alone, and protects them afterwards', async () => {
    const { asked, code } = await deploy([...production, '--yes'], inVault);
    expect(asked).toEqual([
      'deploy Vault* -c first=Vault,VaultOps -c stage=production --require-approval never --yes',
      'deploy Vault VaultOps --exclusively -c stage=production --require-approval never --yes',
    ]);
    expect(code).toBe(0);
  });

  it('a deployment to the account of the switch makes all other stacks', async () => {
    const { asked } = await deploy([...production, '--yes'], inSwitch);
    expect(asked).toEqual([
      'deploy !(Vault*) -c first=Data,Ops -c stage=production --require-approval never --yes',
      'deploy Data Ops --exclusively -c stage=production --require-approval never --yes',
    ]);
  });

  it('a deployment with the credentials of a third account deploys nothing, and names the two accounts', async () => {
    const { asked, code, said } = await deploy(production, { file });
    expect([asked, code]).toEqual([[], 1]);
    expect(said).toContain('The credentials are of the account 123456789012');
    expect(said).toContain('222222222222 (vaultAccount)');
    expect(said).toContain('111111111111 (switchAccount)');
  });

  it('the account of the vault needs the bootstrap of us-east-1 and few functions at once, and that of the switch the opposite', async () => {
    const stacks = { CDKToolkit: 'CREATE_COMPLETE' };
    const vault = await deploy(production, { ...inVault, stacks, executions: 10 });
    expect(vault.said).toContain('npx cdk bootstrap aws://222222222222/us-east-1');
    expect(vault.said).toContain("10 functions of the vault's account may run");
    expect(vault.problems).toHaveLength(1);
    const ofSwitch = await deploy(production, { ...inSwitch, stacks, executions: 10 });
    expect(ofSwitch.said).not.toContain('cdk bootstrap');
    expect(ofSwitch.said).toContain('production needs');
  });

  it('a deployment to the account of the vault compares the settings that its own stack recorded', async () => {
    const { problems } = await deploy(production, {
      ...inVault,
      stacks: { ...bootstrapped, 'turnout-production-vault': 'UPDATE_COMPLETE' },
      recorded: { ...file, vaultDomain: 'other.shop.example' },
      recorder: '-vault',
    });
    expect(problems.join('\n')).toContain('other.shop.example');
  });
});

describe('npx turnout deploy of a cell', () => {
  const own = { cells: cellMapFile(ownVaults), cell: 'eu-1' };
  const shared = {
    cells: cellMapFile(twoCells),
    vaultDomain: 'cards.shop.example',
    vaultCertificateArn: 'arn:aws:acm:us-east-1:222222222222:certificate/12ab-34cd',
  };

  it('a deployment of a cell says which one it is, and needs the quotas of its rate in the map', async () => {
    const asked = { id: '111111111111', file: own, executions: 1_000 };
    const { code, problems, notes, said } = await deploy(production, asked);
    expect(notes[0]).toMatch(/^The cell eu-1 of .*\.json: 1 merchants, 800 payments a second\.$/);
    expect(code).toBe(1);
    expect(problems.join('\n')).toMatch(/production needs \d+ for 800 payments a second/);
    expect(said).toContain('The cell eu-1 of ');
    expect((await deploy(production, { ...asked, executions: 10_000 })).code).toBe(0);
  });

  it('a dry run of the cell for new merchants says that they come, and sizes it by the map', async () => {
    const file = { ...own, cell: 'eu-2' };
    const { said } = await deploy([...production, '--dry-run'], {
      ...{ id: '333333333333', file, executions: 10_000 },
      app: { 'turnout-production-data': { Resources: {} } },
    });
    expect(said).toContain(': 1 merchants and all new ones, 200 payments a second.');
    expect(said).toContain('For 200 payments a second (expectedRate)');
  });

  it.each([
    ['123456789012', 'eu-west-1', 'The credentials are of the account 123456789012, and '],
    ['333333333333', 'eu-west-1', ' has the cell eu-1 in the account 111111111111 and eu-west-1.'],
    [
      '111111111111',
      'eu-west-3',
      'The setting region is eu-west-1, and the credentials are for eu-west-3',
    ],
  ])(
    'a deployment of a cell with credentials of %s in %s makes nothing',
    async (id, region, message) => {
      const { asked, code, said } = await deploy(production, { id, region, file: own });
      expect([asked, code]).toEqual([[], 1]);
      expect(said).toContain(message);
    },
  );

  it('a deployment of a cell that states another rate than the map makes nothing', async () => {
    const args = [...production, '-c', 'expectedRate=900'];
    const { asked, code, said } = await deploy(args, { id: '111111111111', file: own });
    expect([asked, code]).toEqual([[], 1]);
    expect(said).toMatch(
      /expectedRate is stated as 900, and .* has 800 for the cell eu-1: leave it to the map\./,
    );
  });

  it('a deployment of another cell over this one stops, and names the consequence', async () => {
    const { said, code } = await deploy(production, {
      ...{ id: '333333333333', file: { ...own, cell: 'eu-2' }, executions: 10_000 },
      ...{ stacks: deployed, recorded: own },
    });
    expect(code).toBe(1);
    expect(said).toContain('The deployment is another cell');
  });

  it('the vault of several cells is deployed with the name of any of them, and compares no setting of one cell', async () => {
    const stacks = { ...bootstrapped, 'turnout-production-vault': 'UPDATE_COMPLETE' };
    for (const cell of ['eu-1', 'eu-2']) {
      const { code, problems } = await deploy([...production, '--yes'], {
        ...{ id: '222222222222', file: { ...shared, cell }, stacks },
        ...{ recorded: { ...shared, cell: 'eu-1' }, recorder: '-vault', recordedPart: 'vault' },
      });
      expect([problems, code]).toEqual([[], 0]);
    }
  });
});
