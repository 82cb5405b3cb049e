import { type App, CfnResource } from 'aws-cdk-lib';
import { suppress } from './nag-suppressions.ts';

const inlinePolicy =
  'A policy of its own belongs to one function and goes with it: no other role can be given it by mistake.';

/**
 * The findings of cdk-nag's PCI pack that stay, with the reason, by resource type. The pack follows
 * PCI DSS version 3.2.1, which has no rule of its own for most services that we use.
 */
const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'AWS::IAM::Policy': { IAMNoInlinePolicy: inlinePolicy },
  'AWS::IAM::Role': { IAMNoInlinePolicy: inlinePolicy },
  'AWS::Lambda::Function': {
    LambdaInsideVPC:
      'A function has no network through which an attacker could reach it: it is invoked by permission alone, and reaches AWS by signed requests over TLS. A VPC would add addresses to protect, and each processor is outside of it anyway.',
  },
  'AWS::S3::Bucket': {
    S3BucketLoggingEnabled:
      'Only four functions reach it, and each logs every request that it serves by its id.',
  },
  'AWS::WAFv2::WebACL': {
    WAFv2LoggingEnabled:
      'Its log would hold the addresses of the pages, and session tokens travel there. It counts what it blocks.',
  },
};

/**
 * States why each finding of the PCI pack stays. A finding of another kind stops the deployment.
 */
export function suppressPciFindings(app: App) {
  for (const construct of app.node.findAll()) {
    if (!CfnResource.isCfnResource(construct)) continue;
    for (const [rule, reason] of Object.entries(reasons[construct.cfnResourceType] ?? {})) {
      suppress(construct, { [`PCI.DSS.321-${rule}`]: reason });
    }
  }
}
