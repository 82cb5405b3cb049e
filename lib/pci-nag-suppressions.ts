import { type App, CfnResource } from 'aws-cdk-lib';
import { suppress } from './nag-suppressions.ts';

const inlinePolicy =
  'A policy of its own belongs to one function and goes with it: no other role can be given it by mistake.';

/**
 * What the PCI pack of cdk-nag finds and what stays so, by the type of resource that it is found at. The
 * pack follows version 3.2.1 of the standard, which has no rule of its own for most of what we use.
 */
const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'AWS::IAM::Policy': { IAMNoInlinePolicy: inlinePolicy },
  'AWS::IAM::Role': { IAMNoInlinePolicy: inlinePolicy },
  'AWS::Lambda::Function': {
    LambdaInsideVPC:
      'A function has no network that anybody could reach it through: it is invoked by permission alone, and reaches AWS by signed requests over TLS. A VPC would add addresses to protect, and each processor is outside of it anyway.',
  },
  'AWS::S3::Bucket': {
    S3BucketLoggingEnabled:
      'Only four functions reach it, and each logs every request that it serves by its id.',
    S3BucketReplicationEnabled:
      'It holds evidence for disputes and no card data. A replica would keep what a merchant deleted.',
    S3BucketVersioningEnabled: 'What a merchant deletes is gone: no version of it stays behind.',
  },
  'AWS::WAFv2::WebACL': {
    WAFv2LoggingEnabled:
      'Its log would hold the addresses of the pages, and session tokens travel there. It counts what it blocks.',
  },
};

/** Says of each finding of the PCI pack why it stays. A finding of another kind stops the deployment. */
export function suppressPciFindings(app: App) {
  for (const construct of app.node.findAll()) {
    if (!CfnResource.isCfnResource(construct)) continue;
    for (const [rule, reason] of Object.entries(reasons[construct.cfnResourceType] ?? {})) {
      suppress(construct, { [`PCI.DSS.321-${rule}`]: reason });
    }
  }
}
