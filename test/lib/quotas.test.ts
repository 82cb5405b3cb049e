import { type Quotas, readMeasured } from '../support/deployment/quotas/measured-assembly.ts';
import { quotasOfApis } from '../support/deployment/quotas/of-apis.ts';
import { quotasOfData } from '../support/deployment/quotas/of-data.ts';
import { quotasOfFunctions } from '../support/deployment/quotas/of-functions.ts';
import { quotasOfNetwork } from '../support/deployment/quotas/of-network.ts';
import { quotasOfStacks } from '../support/deployment/quotas/of-stacks.ts';
import { quotasOfWatching } from '../support/deployment/quotas/of-watching.ts';
import { webAclCapacity } from '../support/deployment/quotas/web-acl-capacity.ts';
import { type StageName, synthesizedIn } from '../support/deployment/synthesized-app.ts';

const edge = {
  region: 'eu-west-1',
  vaultDomain: 'cards.shop.example',
  vaultCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
  apiEdge: 'on',
  apiDomain: 'pay.shop.example',
  apiCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
};

/** Each stage with the settings that make its templates largest. */
const assemblies: readonly (readonly [StageName, Readonly<Record<string, unknown>>])[] = [
  ['sandbox', edge],
  [
    'production',
    {
      ...edge,
      keepWarm: 20,
      keylessConcurrency: 20,
      merchantRate: 100,
      fixedAddress: 'on',
      backups: 'weekly',
      traces: 'on',
      traceSampling: '0.05',
      alarmEmail: 'alarms@shop.example',
    },
  ],
  [
    'production',
    {
      ...edge,
      vaultAccount: '222222222222',
      switchAccount: '111111111111',
      merchantRate: 100,
      fixedAddress: 'on',
      traces: 'on',
    },
  ],
];

/**
 * Limits of AWS that a template can meet. Left out are numbers of things of which AWS allows many
 * thousands (keys, secrets, log groups, queues), and lengths and counts that the schemas of
 * resource types state, which test/lib/cloudformation-rules.test.ts checks.
 */
const quotas: Quotas = {
  ...quotasOfStacks,
  ...quotasOfFunctions,
  ...quotasOfApis,
  ...quotasOfData,
  ...quotasOfWatching,
  ...quotasOfNetwork,
};

describe.each(assemblies)('%s with its largest settings', (stage, context) => {
  const assembly = synthesizedIn(stage, context, readMeasured);

  it.each(
    Object.entries(quotas).map(([name, quota]) => ({
      name,
      quota,
      room: quota.mayBeFull ? 'within' : 'below 90 % of',
    })),
  )(`${stage} with its largest settings stays $room the limit on $name`, ({ name, quota }) => {
    const figures = quota.figures(assembly);
    // A figure without a measurement would prove nothing.
    if (stage === 'production') expect(figures.length).toBeGreaterThan(0);
    const most = quota.mayBeFull ? quota.limit : 0.9 * quota.limit;
    const isWithin = (amount: number) => (quota.mayBeFull ? amount <= most : amount < most);
    const above = figures.filter(([, amount]) => !isWithin(amount));
    expect(above.map((one) => [...one, most])).toEqual([]);
    const largest = figures.toSorted(([, one], [, other]) => other - one)[0];
    const shown = largest && `${largest[1]} of ${quota.limit} (${largest[0].slice(0, 60)})`;
    process.stdout.write(`${stage}: ${name}: ${shown ?? 'none'}. ${quota.source}\n`);
  });

  // A template in the body of a request may have 51,200 bytes; larger ones go by way of a bucket.
  it(`the CDK uploads every template of ${stage} to a bucket, so the limit on a request's body meets none`, () => {
    const sizes = assembly.templates.map((one) => one.bytes);
    expect(Math.max(...sizes)).toBeGreaterThan(51_200);
    const inBodies = assembly.templates.filter((one) => !one.uploadedTo?.startsWith('s3://'));
    expect(inBodies.map(({ stack }) => stack)).toEqual([]);
  });
});

describe('capacity units of a web ACL', () => {
  const transformed = (...types: readonly string[]) => ({
    FieldToMatch: { UriPath: {} },
    TextTransformations: types.map((Type, Priority) => ({ Type, Priority })),
  });
  const match = (constraint: string, ...types: readonly string[]) => ({
    ByteMatchStatement: { ...transformed(...types), PositionalConstraint: constraint },
  });
  const managed = (Name: string) => ({ ManagedRuleGroupStatement: { VendorName: 'AWS', Name } });
  const limited = (ScopeDownStatement?: unknown) => ({
    RateBasedStatement: { AggregateKeyType: 'IP', ScopeDownStatement },
  });

  it.each([
    ['a match of a beginning', 2, match('STARTS_WITH', 'NONE')],
    ['a match of a part', 10, match('CONTAINS', 'NONE')],
    ['a match after two transformations', 22, match('EXACTLY', 'URL_DECODE', 'LOWERCASE')],
    ['a comparison of a size', 1, { SizeConstraintStatement: transformed('NONE') }],
    ['a limit of all requests', 2, limited()],
    ['a limit of some requests', 4, limited({ NotStatement: { Statement: match('EXACTLY') } })],
    ['two matches', 4, { OrStatement: { Statements: [match('EXACTLY'), match('EXACTLY')] } }],
    ['the common rule set', 700, managed('AWSManagedRulesCommonRuleSet')],
  ])(
    '%s takes %d capacity units of a web ACL, as the page of AWS about it says',
    (_, units, Statement) => {
      expect(webAclCapacity([{ Statement }])).toBe(units);
    },
  );

  it('the capacity of a web ACL is refused where it is not known for a statement', () => {
    expect(() => webAclCapacity([{ Statement: { GeoMatchStatement: {} } }])).toThrow(
      'GeoMatchStatement',
    );
    expect(() => webAclCapacity([{ Statement: managed('AWSManagedRulesATPRuleSet') }])).toThrow(
      'AWSManagedRulesATPRuleSet',
    );
  });
});
