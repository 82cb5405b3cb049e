import { manySettings, sandboxSettings } from '../support/deployment/common-settings.ts';
import { type StageName, synthesized } from '../support/deployment/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];

/** Types that take no tags, by the schemas that AWS publishes. */
const untaggable = [
  ...['Authorizer', 'ApiMapping', 'Integration', 'Route'].map((one) => `AWS::ApiGatewayV2::${one}`),
  ...['AWS::CloudFront::CachePolicy', 'AWS::CloudWatch::Dashboard', 'AWS::IAM::Policy'],
  ...['Alias', 'Permission', 'Version'].map((one) => `AWS::Lambda::${one}`),
  ...['AWS::Logs::MetricFilter', 'AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy'],
  ...['AWS::SNS::Subscription', 'AWS::SNS::TopicPolicy', 'Custom::S3AutoDeleteObjects'],
];

describe.each(stages)('each resource of %s', (stage) => {
  const app = synthesized(stage, stage === 'sandbox' ? sandboxSettings : manySettings);

  it('each resource has the tags stage and owner, unless its type has no tags', () => {
    const taggable = app.resources().filter(({ type }) => !untaggable.includes(type));
    expect(taggable.length).toBeGreaterThan(500);
    const tags = { stage, owner: 'team payments' };
    const differing = taggable.filter(
      (one) => !Object.entries(tags).every(([name, value]) => one.tags[name] === value),
    );
    expect(differing.map(({ name, type, tags: has }) => [name, type, has])).toEqual([]);
    const tagged = app
      .resources()
      .filter((one) => untaggable.includes(one.type) && 'stage' in one.tags);
    expect(tagged.map(({ name }) => name)).toEqual([]);
  });
});

it('a domain of the API has only the tag that never changes, and without an owner nothing has the tag owner', () => {
  const apiCertificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/12ab-34cd';
  const context = { apiDomain: 'pay.shop.example', apiCertificateArn, owner: 'team payments' };
  const app = synthesized('production', context, ['payments']);
  const [domain] = app.resources('AWS::ApiGatewayV2::DomainName');
  expect(domain?.tags).toEqual({ stage: 'production' });
  const { tags: ofTable } = synthesized('production').resource('Data.Table');
  expect(ofTable).toEqual({ stage: 'production' });
  // Another owner publishes no function anew, so no alias shifts to the same code.
  const live = 'ApiPayments.paymentsconfirmLive';
  expect(app.resource(live).properties.FunctionVersion).toBe(
    synthesized('production', { apiDomain: 'pay.shop.example', apiCertificateArn }, [
      'payments',
    ]).resource(live).properties.FunctionVersion,
  );
});
