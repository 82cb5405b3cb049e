import { recordIn } from '../../lib/settings/recorded-settings.ts';
import { cellMapFile, ownVaults, twoCells } from '../support/deployment/cell-map-file.ts';
import { synthesized } from '../support/deployment/synthesized-app.ts';

const group = ['organizations'];
const alone = synthesized('production', {}, group);
const [one, other] = (['eu-1', 'eu-2'] as const).map((cell) =>
  synthesized('production', { cells: cellMapFile(ownVaults), cell }, group),
);
if (!one || !other) throw new Error('There are two cells.');

type App = typeof alone;
const textsOf = (app: App) =>
  ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm']
    .flatMap((type) => app.resources(type))
    .filter(({ name }) => name.startsWith('Ops.') && name !== 'Ops.Silenced')
    .map(({ properties }) => String(properties.AlarmDescription));
const dashboard = (app: App) => JSON.stringify(app.resource('Ops.Machinery').properties);

describe('a production that knows its cell', () => {
  it('the stack Data states the cell, and the record of its settings has the cell and its rate', () => {
    expect(one.outputs('Data', 'Cell')).toEqual(['eu-1']);
    const outputs = one
      .outputs('Data', 'Settings')
      .map((value, at): [string, string] => [
        at === 0 ? 'Settings' : `Settings${at + 1}`,
        String(value),
      ]);
    expect(recordIn(Object.fromEntries(outputs))).toEqual({ cell: 'eu-1', expectedRate: 800 });
  });

  it('every stack is for the account of its cell, so that the CDK deploys it nowhere else', () => {
    const accountsOf = (app: App) => new Set(app.stacks.map(({ environment }) => environment));
    expect(accountsOf(one)).toEqual(new Set(['aws://111111111111/unknown-region']));
    expect(accountsOf(other)).toEqual(new Set(['aws://333333333333/unknown-region']));
    expect(accountsOf(alone)).toEqual(new Set(['aws://unknown-account/unknown-region']));
  });

  it('each alarm and the dashboard of an operator name the cell', () => {
    expect(textsOf(one).length).toBeGreaterThan(20);
    for (const text of textsOf(one)) expect(text).toMatch(/^Cell eu-1\. /);
    expect(dashboard(one)).toContain('Alarms of the cell eu-1');
    expect(JSON.stringify(one.resource('Ops.VaultRoleChanges').properties)).toContain(
      'of the stage production, cell eu-1: ',
    );
  });

  it('the size of a cell is that of its rate in the map', () => {
    const capacity = (app: App) => app.resource('Data.Table').properties.WarmThroughput;
    expect(capacity(one)).not.toEqual(capacity(other));
    const stated = synthesized('production', { expectedRate: 800 }, group);
    expect(capacity(one)).toEqual(capacity(stated));
  });

  it('a production without a cell names none, and has the same texts of alarms', () => {
    expect(alone.outputNames('Data')).not.toContain('Cell');
    expect(dashboard(alone)).toMatch(/\\"title\\":\\"Alarms\\"/);
    expect(textsOf(alone)).toEqual(textsOf(one).map((text) => text.replace('Cell eu-1. ', '')));
  });
});

describe('a deployment of a cell with other credentials', () => {
  const asked = { cells: cellMapFile(twoCells), cell: 'eu-2' };
  const vault = {
    vaultDomain: 'cards.shop.example',
    vaultCertificateArn: 'arn:aws:acm:us-east-1:222222222222:certificate/12ab-34cd',
  };
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  const restore = (name: string, value: string | undefined) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  afterEach(() => {
    restore('CDK_DEFAULT_ACCOUNT', account);
    restore('CDK_DEFAULT_REGION', region);
  });

  it.each([
    ['111111111111', 'eu-west-1', 'The credentials are of the account 111111111111, and '],
    ['333333333333', 'eu-west-3', 'The credentials are for eu-west-3, and '],
  ])('an app of the cell is not made for %s in %s', (ofAccount, ofRegion, message) => {
    process.env.CDK_DEFAULT_ACCOUNT = ofAccount;
    process.env.CDK_DEFAULT_REGION = ofRegion;
    expect(() => synthesized('production', { ...asked, ...vault }, group)).toThrow(message);
  });
});
