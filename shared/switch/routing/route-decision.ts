import * as v from 'valibot';
import { cutToBytes } from '#connectors/outcome-limits.ts';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { ownMember } from '#platform/own-member.ts';

/**
 * How a payment found its connector account, as its attempt keeps it: at most 400 bytes of JSON.
 * Accounts are written as `connector:account`.
 */
export const RouteDecision = v.object({
  /**
   * In the words of the API, such as `rule_based_routing`; `mandate` when one bound the payment.
   */
  approach: v.string(),
  /** The active algorithm, if one was asked. */
  algorithmId: v.optional(v.string()),
  /** The rule that was true. */
  rule: v.optional(v.string()),
  /** The accounts in order; absent when the attempt's own was the only one. */
  accounts: v.optional(v.array(v.string())),
  /** Why accounts fell out, or came last. */
  excluded: v.optional(v.record(v.string(), v.string())),
  /** The payment's cost at each account, in minor units with up to six decimals. */
  costs: v.optional(v.record(v.string(), v.number())),
  /** Why the algorithm could not be used. */
  trouble: v.optional(v.string()),
  /** How many accounts and reasons were left out for want of room. */
  omitted: v.optional(v.number()),
});
export type RouteDecision = v.InferOutput<typeof RouteDecision>;

export const accountName = ({
  connectorName,
  id,
}: Pick<ConnectorAccount, 'connectorName' | 'id'>) => `${connectorName}:${id}`;

/** The most that a decision takes of its attempt, in bytes of JSON. */
const maxDecisionBytes = 400;
const maxRuleBytes = 80;
const maxTroubleBytes = 120;

/**
 * The decision as it is kept: words are cut, then costs are left out, then reasons and accounts,
 * last first.
 */
export function keptDecision(decision: RouteDecision): RouteDecision {
  const { rule, trouble, ...rest } = decision;
  let kept: RouteDecision = {
    ...rest,
    ...(rule !== undefined && { rule: cutToBytes(rule, maxRuleBytes) }),
    ...(trouble !== undefined && { trouble: cutToBytes(trouble, maxTroubleBytes) }),
  };
  const isTooLarge = () => Buffer.byteLength(JSON.stringify(kept)) > maxDecisionBytes;
  if (isTooLarge()) {
    const { costs: _, ...others } = kept;
    kept = others;
  }
  while (isTooLarge()) {
    const { excluded = {}, accounts = [], omitted = 0 } = kept;
    const reasons = Object.entries(excluded);
    kept =
      reasons.length > 0
        ? { ...kept, excluded: Object.fromEntries(reasons.slice(0, -1)), omitted: omitted + 1 }
        : { ...kept, accounts: accounts.slice(0, -1), omitted: omitted + 1 };
    if (reasons.length === 0 && accounts.length === 0) break;
  }
  return kept;
}

/** The account that `accountName` names; without an id where an algorithm named none. */
export function parseAccountName(name: string): {
  readonly connector: string;
  readonly merchant_connector_id: string | null;
} {
  const [connector = '', id = '*'] = name.split(':');
  return { connector, merchant_connector_id: id === '*' ? null : id };
}

const reasons: Readonly<Record<string, string>> = {
  gone: 'The algorithm names it, and the profile has no such account.',
  disabled: 'The account is disabled.',
  no_adapter: 'This switch has no adapter for the connector.',
  not_allowed: 'The request allows other connectors only.',
  method: 'The account does not enable this payment method.',
  network: 'The account does not enable this card network.',
  currency: 'The account does not accept this currency.',
  country: 'The account does not accept this billing country.',
  amount: 'The amount is outside of what the account accepts.',
  no_mandate: 'The account cannot charge this payment method without its customer.',
  destination: 'The connector does not pay to this kind of destination.',
  market: 'The connector does not pay in this currency, country or card network.',
  payee: 'The connector has to know more of the recipient.',
  unsupported: 'The connector cannot do what the payment asks.',
  technical_failures: 'It comes last: too many technical failures lately.',
};

/** Why an account fell out, for people. */
export const reasonInWords = (reason: string): string => ownMember(reasons, reason) ?? reason;
