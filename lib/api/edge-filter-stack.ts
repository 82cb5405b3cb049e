import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { physicalName } from '../constructs/physical-name.ts';
import type { Stage } from '../settings/stage.ts';

/** AWS requires web ACLs for CloudFront in this Region, whichever Region the rest is in. */
const filterRegion = 'us-east-1';
const outputName = 'WebAclArn';

interface EdgeFilterStackProps extends StackProps {
  readonly stage: Stage;
  /** The Region of the protected API: each deployment has a web ACL of its own. */
  readonly region: string;
  /** The part of the ACL's name for the protected API: `vault-pages`. */
  readonly part: string;
  readonly description: string;
  readonly rules: readonly CfnWebACL.RuleProperty[];
  /** Bodies of answers to blocked requests, by the name that a rule calls them. */
  readonly bodies?: Readonly<Record<string, CfnWebACL.CustomResponseBodyProperty>>;
}

/** The web ACL that filters requests before CloudFront serves them. */
export class EdgeFilterStack extends Stack {
  constructor(scope: Construct, id: string, props: EdgeFilterStackProps) {
    const { stage, region, part, description, rules, bodies, ...rest } = props;
    super(scope, id, { ...rest, env: { ...rest.env, region: filterRegion } });
    const name = physicalName(stage, part, region);
    const acl = new CfnWebACL(this, 'Filter', {
      name,
      description,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      // The dashboard finds the ACL's metrics by this name.
      visibilityConfig: visibilityOf(name),
      rules: [...rules],
      ...(bodies && { customResponseBodies: bodies }),
    });
    new CfnOutput(this, outputName, { value: acl.attrArn });
  }
}

/**
 * The ARN of a filter's web ACL. CloudFormation reads it from that stack's outputs during
 * deployment, which needs no copying function and no Region by name here.
 */
export const webAclArnOf = ({ stackName }: EdgeFilterStack): string =>
  Fn.getStackOutput(stackName, outputName, filterRegion);

interface AddressLimit {
  /** How many requests one IP address may make in a minute. */
  readonly limit: number;
  /** The requests that count. */
  readonly counted: CfnWebACL.StatementProperty;
  /** The answer to a blocked request, beside the status 429. */
  readonly answer?: Omit<CfnWebACL.CustomResponseProperty, 'responseCode'>;
}

/** Blocks an address while it makes more requests than its limit. */
export const limitByAddress = ({
  limit,
  counted,
  answer,
}: AddressLimit): CfnWebACL.RuleProperty => ({
  name: 'TooManyOfOneAddress',
  priority: 0,
  action: { block: { customResponse: { responseCode: 429, ...answer } } },
  visibilityConfig: visibilityOf('TooManyOfOneAddress'),
  statement: {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      evaluationWindowSec: 60,
      limit,
      scopeDownStatement: counted,
    },
  },
});

/**
 * AWS's rules against common attacks and known bad inputs.
 *
 * @param counted rules of the common set that only count, because they would block lawful requests
 */
export const managedRules = (counted: readonly string[] = []): CfnWebACL.RuleProperty[] => [
  managed('AWSManagedRulesCommonRuleSet', 1, counted),
  managed('AWSManagedRulesKnownBadInputsRuleSet', 2),
];

const managed = (
  name: string,
  priority: number,
  counted: readonly string[] = [],
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ...(counted.length > 0 && {
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      }),
    },
  },
  visibilityConfig: visibilityOf(name),
});

/** WAF's OR needs at least two statements, so a single one stands without it. */
export function anyOf(
  statements: readonly CfnWebACL.StatementProperty[],
): CfnWebACL.StatementProperty {
  const [first, ...others] = statements;
  if (!first) throw new Error('A rule of the filter needs something to match.');
  return others.length === 0 ? first : { orStatement: { statements: [...statements] } };
}

/** Counts requests and stores no samples, because a sampled URL would hold secrets. */
const visibilityOf = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});
