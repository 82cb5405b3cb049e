import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { nearestName } from '../../../lib/settings/nearest-name.ts';
import { readSettings } from '../../../lib/settings/read-settings.ts';
import { isSettingName, settingNames, settings } from '../../../lib/settings/settings.ts';

const certificateIn = (region: string) =>
  `arn:aws:acm:${region}:123456789012:certificate/12ab-34cd`;
const problemsOf = (context: Readonly<Record<string, unknown>>, region?: string) =>
  readSettings(context, region).problems;

describe('an unknown setting', () => {
  it.each([
    ['alarmMail', 'alarmEmail'],
    ['alarmemail', 'alarmEmail'],
    ['apiCertificatArn', 'apiCertificateArn'],
    ['certificateArn', 'apiCertificateArn'],
    ['vaultdomian', 'vaultDomain'],
    ['keepwram', 'keepWarm'],
    ['shfit', 'shift'],
    ['refundPerPayments', 'refundsPerPayment'],
    ['tablename', 'tableName'],
    ['owners', 'owner'],
    ['x', undefined],
    ['somethingElseEntirely', undefined],
  ])('the setting %s is refused, and the error names the nearest one: %s', (given, meant) => {
    const [problem] = problemsOf({ [given]: 'on' });
    expect(problem).toBe(
      meant === undefined
        ? `There is no setting ${given}.`
        : `There is no setting ${given}; did you mean ${meant}?`,
    );
  });

  it('a setting for an unknown connector is refused, with all known ones', () => {
    expect(problemsOf({ 'connectorUrl.strip': 'https://a.example' })).toEqual([
      expect.stringContaining('connectorUrl.strip: There is no connector strip. There are '),
    ]);
    expect(problemsOf({ 'connectorurl.stripe': 'https://a.example' })).toEqual([
      'There is no setting connectorurl.stripe; did you mean connectorUrl.stripe?',
    ]);
  });

  it('a flag, look-up or option of the CDK is not taken for a setting', () => {
    const context = {
      ...recommended,
      'aws:cdk:enable-path-metadata': true,
      'cli-telemetry': false,
      first: 'Data',
      unshifted: 'payments.confirm',
      'availability-zones:account=1:region=eu-west-1': [],
      'aws-cdk:enableDiffNoFail': true,
      'acknowledged-issue-numbers': [1],
    };
    expect(problemsOf(context)).toEqual([]);
  });

  it('a misspelled setting is recognized after any one letter was left out, doubled or exchanged', () => {
    for (const name of settingNames.filter((one) => one.length > 5)) {
      for (let at = 1; at < name.length - 1; at++) {
        const without = name.slice(0, at) + name.slice(at + 1);
        const doubled = name.slice(0, at) + name.charAt(at) + name.slice(at);
        const exchanged =
          name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2);
        for (const given of [without, doubled, exchanged]) {
          if (isSettingName(given)) continue;
          expect([given, nearestName(given, settingNames)]).toEqual([given, name]);
        }
      }
    }
  });
});

describe('the values of settings', () => {
  it('the values of settings are read from texts of -c as from values of JSON', () => {
    const auditors = ['arn:aws:iam::123456789012:role/a', 'arn:aws:iam::123456789012:user/b'];
    const ofTexts = readSettings({
      keepWarm: '2',
      traceSampling: '0.05',
      apiEdge: 'off',
      vaultAuditors: auditors.join(),
      'connectorUrl.stripe': 'sandbox',
    });
    const ofJson = readSettings({
      keepWarm: 2,
      traceSampling: 0.05,
      apiEdge: 'off',
      vaultAuditors: auditors,
      'connectorUrl.stripe': 'sandbox',
    });
    for (const { settings: read, problems } of [ofTexts, ofJson]) {
      expect(problems).toEqual([]);
      expect(read.get('keepWarm')).toBe(2);
      expect(read.get('traceSampling')).toBe(0.05);
      expect(read.get('vaultAuditors')).toEqual(auditors);
      expect([...read.connectorUrls]).toEqual([['stripe', 'sandbox']]);
      expect([...read.given].sort()).toEqual([...ofJson.settings.given].sort());
    }
  });

  it('the values of settings are the defaults where none is given, and undefined without a default', () => {
    const { settings: read } = readSettings({});
    expect(read.get('stage')).toBe('sandbox');
    expect(read.get('refundsPerPayment')).toBe(10);
    expect(read.get('vaultAuditors')).toEqual([]);
    expect([read.get('alarmEmail'), read.get('merchantRate')]).toEqual([undefined, undefined]);
    expect(read.given.size).toBe(0);
  });

  it.each(settingNames)('the example of %s is right', (name) => {
    expect(readSettings({ [name]: settings[name].example }).settings.given.has(name)).toBe(true);
  });

  it.each([
    ['alarmEmail', 'on-call', 'an email address'],
    ['alarmEmail', '', 'an email address'],
    ['apiEdge', 'yes', 'on or off'],
    ['apiEdge', true, 'on or off'],
    ['keepWarm', '21', 'a number from 0 to 20'],
    ['keepWarm', '-1', 'a number from 0 to 20'],
    ['keepWarm', '1.5', 'a number from 0 to 20'],
    ['keepWarm', '', 'a number from 0 to 20'],
    ['merchantRate', '0', 'a number from 1 to 5000'],
    ['refundsPerPayment', null, 'a number from 1 to 100'],
    ['shift', 'slow', 'gradual, at-once or off'],
    ['vaultAuditors', '*', 'ARNs of roles or users, with commas between them'],
    ['vaultAuditors', 7, 'ARNs of roles or users, with commas between them'],
    ['publicUrl', 'https://', 'an https address without a query'],
    ['connectorUrl.stripe', 'https://a.example/?b', 'an https address without a query, or sandbox'],
  ])('the setting %s=%j is refused', (name, value, rule) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} must be ${rule}.`]);
  });

  it('all mistakes in the values of settings are reported at once', () => {
    const problems = problemsOf({
      alarmMail: 'a@b.example',
      keepWarm: 'many',
      apiEdge: 'on',
      traces: 'some',
      vaultDomain: 'cards.shop.example',
    });
    expect(problems).toEqual([
      'There is no setting alarmMail; did you mean alarmEmail?',
      'keepWarm must be a number from 0 to 20.',
      'traces must be on or off.',
      'apiEdge needs a domain: -c apiDomain=… -c apiCertificateArn=….',
      'vaultCertificateArn must be the ARN of a certificate in us-east-1, and is missing.',
    ]);
  });

  it.each([
    ['AKIAIOSFODNN7EXAMPLE', 'the id of an AWS access key'],
    ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'a secret access key of AWS'],
    ['sk_live_example', 'a secret key of a processor'],
    ['-----BEGIN RSA PRIVATE KEY-----', 'a private key'],
    ['https://me:password@wiki.example.com', 'an address with a password'],
  ])('no secret is taken for one, and it is not repeated: %s', (secret, what) => {
    const [problem, ...more] = problemsOf({ runbooks: secret });
    expect(more).toEqual([]);
    expect(problem).toContain(`runbooks seems to be ${what}.`);
    expect(problem).not.toContain(secret);
  });
});

describe('settings that belong together', () => {
  const domain = { apiDomain: 'pay.shop.example' };

  it('a certificate for the API must be of the Region of the deployment, where that is known', () => {
    const here = { ...domain, apiCertificateArn: certificateIn('eu-west-1') };
    expect(problemsOf(here)).toEqual([]);
    expect(problemsOf(here, 'eu-west-1')).toEqual([]);
    expect(problemsOf({ ...here, region: 'eu-west-1' }, 'eu-west-1')).toEqual([]);
    const wrong = [
      'apiCertificateArn must be of a certificate in eu-central-1, the Region of the deployment, and is of eu-west-1.',
    ];
    expect(problemsOf(here, 'eu-central-1')).toEqual(wrong);
    expect(problemsOf({ ...here, region: 'eu-central-1' })).toEqual(wrong);
  });

  it('a certificate for an edge must be of us-east-1, whichever Region the deployment is in', () => {
    const edge = { ...domain, apiEdge: 'on' };
    const there = { ...edge, apiCertificateArn: certificateIn('us-east-1') };
    expect(problemsOf(there, 'eu-west-1')).toEqual([]);
    expect(
      problemsOf({ ...edge, apiCertificateArn: certificateIn('eu-west-1') }, 'eu-west-1'),
    ).toEqual(['apiCertificateArn must be of a certificate in us-east-1 with apiEdge.']);
    expect(
      problemsOf({
        vaultDomain: 'cards.shop.example',
        vaultCertificateArn: certificateIn('eu-west-1'),
      }),
    ).toEqual(['vaultCertificateArn must be the ARN of a certificate in us-east-1.']);
  });

  it('a restored table and its stream must be of each other, and of the Region of the deployment', () => {
    const stream = (table: string, region = 'eu-west-1') =>
      `arn:aws:dynamodb:${region}:123456789012:table/${table}/stream/2026-02-01T00:00:00.000`;
    const both = { tableName: 'restored', tableStreamArn: stream('restored') };
    expect(problemsOf(both, 'eu-west-1')).toEqual([]);
    expect(problemsOf({ ...both, tableStreamArn: stream('another') })).toEqual([
      'tableStreamArn must be the ARN of the stream of tableName; npx turnout restore prints both.',
    ]);
    expect(problemsOf({ tableName: 'restored' })).toHaveLength(1);
    expect(problemsOf({ tableStreamArn: stream('restored') })).toHaveLength(1);
    expect(problemsOf(both, 'us-east-1')).toEqual([
      'tableStreamArn must be of a table in us-east-1, the Region of the deployment, and is of eu-west-1.',
    ]);
  });
});
