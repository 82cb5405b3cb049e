import * as v from 'valibot';

/**
 * AWS's groups of rules, each with its capacity.
 *
 * @see https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
const managedGroups: Readonly<Record<string, number>> = {
  AWSManagedRulesCommonRuleSet: 700,
  AWSManagedRulesKnownBadInputsRuleSet: 200,
};

const ManagedGroup = v.looseObject({ VendorName: v.literal('AWS'), Name: v.string() });
const Nested = v.looseObject({ Statement: v.unknown() });
const Several = v.looseObject({ Statements: v.array(v.unknown()) });
const Transformed = v.looseObject({
  FieldToMatch: v.record(v.string(), v.unknown()),
  TextTransformations: v.array(v.object({ Type: v.string() })),
});
const ByteMatch = v.looseObject({
  ...Transformed.entries,
  PositionalConstraint: v.picklist([
    'EXACTLY',
    'STARTS_WITH',
    'ENDS_WITH',
    'CONTAINS',
    'CONTAINS_WORD',
  ]),
});
const RateBased = v.looseObject({
  AggregateKeyType: v.picklist(['IP', 'FORWARDED_IP', 'CONSTANT']),
  ScopeDownStatement: v.optional(v.unknown()),
});

/**
 * Capacity units of each kind of statement, in sum with those of the statements in it. AWS counts
 * fewer where two statements change the same part of a request in the same way.
 *
 * @see https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statements-list.html
 */
const capacityOf: Readonly<Record<string, (statement: unknown) => number>> = {
  AndStatement: (one) => sum(v.parse(Several, one).Statements),
  OrStatement: (one) => sum(v.parse(Several, one).Statements),
  NotStatement: (one) => statementCapacity(v.parse(Nested, one).Statement),
  ByteMatchStatement(one) {
    const match = v.parse(ByteMatch, one);
    const base = match.PositionalConstraint.startsWith('CONTAINS') ? 10 : 2;
    return base + partCapacity(match);
  },
  SizeConstraintStatement: (one) => 1 + partCapacity(v.parse(Transformed, one)),
  RateBasedStatement(one) {
    const { ScopeDownStatement: scope } = v.parse(RateBased, one);
    return 2 + (scope === undefined ? 0 : statementCapacity(scope));
  },
  ManagedRuleGroupStatement(one) {
    const { Name } = v.parse(ManagedGroup, one);
    const { [Name]: capacity } = managedGroups;
    if (capacity === undefined) throw new Error(`The capacity of ${Name} is not known.`);
    return capacity;
  },
};

/** A part of a request that is found by its name, and each transformation of it. */
function partCapacity({ FieldToMatch, TextTransformations }: v.InferOutput<typeof Transformed>) {
  const [part = ''] = Object.keys(FieldToMatch);
  if (!['SingleHeader', 'UriPath', 'Method', 'QueryString'].includes(part)) {
    throw new Error(`The capacity of a match of ${part} is not known.`);
  }
  return 10 * TextTransformations.filter(({ Type }) => Type !== 'NONE').length;
}

function statementCapacity(statement: unknown): number {
  const entries = Object.entries(v.parse(v.record(v.string(), v.unknown()), statement));
  return entries.reduce((all, [kind, one]) => {
    const { [kind]: capacity } = capacityOf;
    if (!capacity) throw new Error(`The capacity of a ${kind} is not known.`);
    return all + capacity(one);
  }, 0);
}

const sum = (statements: readonly unknown[]) =>
  statements.reduce((all: number, one) => all + statementCapacity(one), 0);

/** Capacity units (WCU) of a web ACL's rules. Throws for a statement whose capacity is not known. */
export const webAclCapacity = (rules: unknown): number =>
  sum(v.parse(v.array(Nested), rules).map(({ Statement }) => Statement));
