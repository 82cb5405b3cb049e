import type { Role, RoleGrant } from './function-roles.ts';
import type { MarkedGrants } from './marked-grants.ts';
import {
  type AccessRequest,
  type Context,
  contextValue,
  holdsAll,
  isAbout,
  matchesAction,
  matchesPattern,
  namesRole,
  type Statement,
} from './policy.ts';
import { policiesOf } from './resource-policies.ts';

/** A request with the whole context of its call. */
export type RequestInContext = AccessRequest & { readonly context: Context };

/** Why a role may not make a call, in AWS's words; undefined when it may. */
type Decide = (role: Role, request: RequestInContext) => string | undefined;

/**
 * Decides by the policies of roles and resources. Roles repeat their calls, so the decision on an
 * action and a resource is kept until a grant changes, or another value of the context that one of
 * its conditions reads.
 */
export function decisions(
  resourcePolicies: ReadonlyMap<string, readonly Statement[]>,
  marked: MarkedGrants,
): Decide {
  const casesOf = new WeakMap<Role, Map<string, Case>>();

  const caseOf = (role: Role, request: AccessRequest): Case => {
    const cases = casesOf.get(role) ?? new Map<string, Case>();
    casesOf.set(role, cases);
    const name = `${request.action} ${request.resource}`;
    const before = cases.get(name);
    if (before) return before;
    const made = newCase(role, request, policiesOf(resourcePolicies, request.resource));
    // Those of objects are not kept: each object has its own name, and they are too many.
    if (!request.resource.startsWith('arn:aws:s3:')) cases.set(name, made);
    return made;
  };

  return (role, request) => {
    const one = caseOf(role, request);
    // Read before the grants are: a decision on grants that change meanwhile is not kept for long.
    const changes = marked.changes();
    const values = one.keys.map((key) => contextValue(request.context, key));
    const { last } = one;
    if (last?.changes === changes && haveSameValues(last.values, values)) return last.reason;
    const reason = reasonToRefuse(role, request, one, marked);
    one.last = { changes, values, reason };
    return reason;
  };
}

/** The parts of all policies that concern an action of a role on a resource. */
interface Case {
  readonly denials: readonly Statement[];
  readonly policy: readonly Statement[];
  readonly grants: readonly RoleGrant[];
  /** Keys of the context that their conditions read. */
  readonly keys: readonly string[];
  last: Decision | undefined;
}

interface Decision {
  /** How often grants had changed. */
  readonly changes: number;
  readonly values: readonly (readonly string[] | undefined)[];
  readonly reason: string | undefined;
}

function newCase(
  role: Role,
  { action, resource }: AccessRequest,
  resourcePolicy: readonly Statement[],
): Case {
  const concerned = (one: Statement) => isAbout(one, { action, resource });
  const denials = role.denials.filter(concerned);
  const policy = resourcePolicy.filter(concerned);
  const grants = role.grants.filter(
    (grant) => matchesAction(grant.action, action) && matchesPattern(grant.resource, resource),
  );
  const conditions = [...denials, ...policy, ...grants].flatMap((one) => one.conditions);
  const keys = [...new Set(conditions.map(({ key }) => key))];
  return { denials, policy, grants, keys, last: undefined };
}

const haveSameValues = (some: Decision['values'], others: Decision['values']): boolean =>
  some.every((one, at) => {
    const other = others[at];
    if (one === undefined || other === undefined) return one === other;
    return one.length === other.length && one.every((value, index) => value === other[index]);
  });

function reasonToRefuse(
  role: Role,
  { action, resource, context }: RequestInContext,
  { denials, policy, grants }: Case,
  marked: MarkedGrants,
): string | undefined {
  const isMet = ({ conditions }: Statement) => holdsAll(conditions, context);
  if (denials.some(isMet)) return 'with an explicit deny in an identity-based policy';
  const concerned = policy.filter(isMet);
  if (concerned.some((one) => one.effect === 'Deny' && namesRole(one, role.arn))) {
    return 'with an explicit deny in a resource-based policy';
  }
  const allows = (how: 'direct' | 'account') =>
    concerned.some((one) => one.effect === 'Allow' && namesRole(one, role.arn) === how);
  // A key's policy decides: the role's own policies count only if the key's policy delegates to
  // the account. For all other resources, either of the two policies is enough.
  const isKey = resource.startsWith('arn:aws:kms:');
  const own = isKey && !allows('account') ? false : marked.use(grants, context);
  if (own || allows('direct')) return undefined;
  return `because no identity-based policy allows the ${action} action`;
}
