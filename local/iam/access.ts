import { account, type Deployment } from '../assembly/deployment.ts';
import type { LocalFunction } from '../assembly/functions.ts';
import type { Caller, Grant, Role, RoleGrant } from './function-roles.ts';
import {
  type AccessRequest,
  type Context,
  concerns,
  holds,
  matchesAction,
  matchesPattern,
  namesRole,
  type Statement,
} from './policy.ts';
import { policiesOf } from './resource-policies.ts';

/**
 * Decides the permissions of functions and of people with a role, exactly by the policies of roles
 * and of resources.
 */
export interface Access {
  /** Why the caller may not make the whole call, in AWS's words; undefined when it may. */
  refusal(caller: Caller, requests: readonly AccessRequest[]): Refusal | undefined;
  /** Whether the function's output would reach its log group. */
  mayLog(caller: LocalFunction): boolean;
  /** The grants of functions. */
  grants(): readonly Grant[];
  /**
   * Runs a callback while one grant is removed from a function, for tests that every grant is
   * needed.
   */
  without<T>(
    grant: Pick<Grant, 'functionLogicalId' | 'action' | 'resource'>,
    run: () => Promise<T>,
  ): Promise<T>;
}

/**
 * The context of calls that Lambda makes in a function's name, outside of the function's own code.
 */
export const outsideOfTheCode: Context = { 'lambda:SourceFunctionArn': undefined };

interface Refusal {
  readonly request: AccessRequest;
  readonly message: string;
}

/** One decision, with all its inputs besides the policies. */
export interface AccessDecision {
  /** The ARN of the caller's role. */
  readonly principal: string;
  readonly action: string;
  readonly resource: string;
  readonly context: Context;
  readonly decision: 'allow' | 'deny';
  /** Grants that a test had removed from the role at the moment. */
  readonly withheld: readonly Pick<Grant, 'action' | 'resource'>[];
}

/**
 * The state of each grant, in memory that threads share: whether a call needed it, and how many
 * tests have removed it at the moment.
 */
export type GrantMarks = Int32Array;

/** One unset mark for each grant. */
export function grantMarks(...roles: readonly ReadonlyMap<Caller, Role>[]): GrantMarks {
  const count = roles.flatMap((some) => [...some.values()]).flatMap(({ grants }) => grants).length;
  return new Int32Array(new SharedArrayBuffer(8 * count));
}

/**
 * All data that decisions depend on. A thread with a copy decides in the same way. With the same
 * `marks`, it sees at once which grants another thread removed.
 *
 * @param decided gets each decision
 */
export function accessControl(
  { region }: Pick<Deployment, 'region'>,
  roles: ReadonlyMap<Caller, Role>,
  resourcePolicies: ReadonlyMap<string, readonly Statement[]>,
  people: ReadonlyMap<Caller, Role> = new Map(),
  marks: GrantMarks = grantMarks(roles, people),
  decided?: (decision: AccessDecision) => void,
): Access {
  const all = [...roles.values(), ...people.values()].flatMap(({ grants }) => grants);
  const places = new Map(all.map((grant, index) => [grant, 2 * index]));
  const usedAt = (grant: RoleGrant) => places.get(grant) ?? 0;
  const suspendedAt = (grant: RoleGrant) => usedAt(grant) + 1;
  const roleOf = (caller: Caller) => {
    const role = roles.get(caller) ?? people.get(caller);
    if (!role) throw new Error(`${caller.logicalId} has no role.`);
    return role;
  };

  const contextOf = (caller: Caller): Context => ({
    ...baseContext(roleOf(caller), region),
    // Lambda states the function in each call that its code makes. A person's command has none.
    ...(roles.has(caller) && {
      'lambda:SourceFunctionArn': [`arn:aws:lambda:${region}:${account}:function:${caller.name}`],
    }),
  });

  const found = new WeakMap<readonly RoleGrant[], Map<string, readonly RoleGrant[]>>();
  /**
   * The grants of a role for this action on this resource, cached, because roles repeat their
   * calls.
   */
  const covering = (grants: readonly RoleGrant[], { action, resource }: AccessRequest) => {
    const known = found.get(grants) ?? new Map<string, readonly RoleGrant[]>();
    found.set(grants, known);
    const name = `${action} ${resource}`;
    const before = known.get(name);
    if (before) return before;
    const those = grants.filter(
      (grant) => matchesAction(grant.action, action) && matchesPattern(grant.resource, resource),
    );
    // Objects are not cached: each has its own name, and they are too many.
    if (!resource.startsWith('arn:aws:s3:')) known.set(name, those);
    return those;
  };

  /** Whether a grant covers the request. All grants that cover it count as used. */
  const useGrants = (grants: readonly RoleGrant[], request: AccessRequest) => {
    let allowed = false;
    for (const grant of covering(grants, request)) {
      if (
        Atomics.load(marks, suspendedAt(grant)) === 0 &&
        grant.conditions.every((condition) => holds(condition, request.context ?? {}))
      ) {
        Atomics.store(marks, usedAt(grant), 1);
        allowed = true;
      }
    }
    return allowed;
  };

  const refusalOf = (caller: Caller, asked: AccessRequest): Refusal | undefined => {
    const role = roleOf(caller);
    const request = { ...asked, context: { ...contextOf(caller), ...asked.context } };
    const policy = policiesOf(resourcePolicies, request.resource);
    const refuse = (reason: string) => ({
      request,
      message:
        `User: arn:aws:sts::${account}:assumed-role/${role.name}/${caller.name} is not authorized ` +
        `to perform: ${request.action} on resource: ${request.resource} ${reason}`,
    });

    if (role.denials.some((statement) => concerns(statement, request))) {
      return refuse('with an explicit deny in an identity-based policy');
    }
    const spoken = policy.filter((statement) => concerns(statement, request));
    if (spoken.some((one) => one.effect === 'Deny' && namesRole(one, role.arn))) {
      return refuse('with an explicit deny in a resource-based policy');
    }
    const allows = (how: 'direct' | 'account') =>
      spoken.some((one) => one.effect === 'Allow' && namesRole(one, role.arn) === how);
    // A key's policy decides: the role's own policies count only if the key's policy delegates to
    // the account. For all other resources, either of the two policies is enough.
    const isKey = request.resource.startsWith('arn:aws:kms:');
    const own = isKey && !allows('account') ? false : useGrants(role.grants, request);
    if (own || allows('direct')) return undefined;
    return refuse(`because no identity-based policy allows the ${request.action} action`);
  };

  const tell = (caller: Caller, request: AccessRequest, refusal: Refusal | undefined) => {
    if (!decided) return;
    const role = roleOf(caller);
    const withheld = role.grants.filter((one) => Atomics.load(marks, suspendedAt(one)) > 0);
    decided({
      principal: role.arn,
      action: request.action,
      resource: request.resource,
      context: { ...contextOf(caller), ...request.context },
      decision: refusal ? 'deny' : 'allow',
      withheld: withheld.map(({ action, resource }) => ({ action, resource })),
    });
  };

  const access: Access = {
    refusal(caller, requests) {
      for (const request of requests) {
        const refusal = refusalOf(caller, request);
        tell(caller, request, refusal);
        if (refusal) return refusal;
      }
      return undefined;
    },
    mayLog(caller) {
      const group = `arn:aws:logs:${region}:${account}:log-group:${caller.logGroup}`;
      const resource = `${group}:log-stream:local`;
      const actions = ['logs:CreateLogStream', 'logs:PutLogEvents'];
      return !access.refusal(
        caller,
        actions.map((action) => ({ action, resource })),
      );
    },
    grants() {
      const listed = new Map<string, Grant>();
      for (const { grants } of roles.values()) {
        for (const held of grants) {
          const { conditions: _, ...grant } = held;
          const { stackName, functionLogicalId, action, resource } = grant;
          const key = [stackName, functionLogicalId, action, resource].join('\n');
          const used = grant.used || Atomics.load(marks, usedAt(held)) > 0;
          listed.set(key, { ...grant, used: used || (listed.get(key)?.used ?? false) });
        }
      }
      return [...listed.values()];
    },
    async without({ functionLogicalId, action, resource }, run) {
      const taken = all.filter(
        (grant) =>
          grant.functionLogicalId === functionLogicalId &&
          grant.action === action &&
          grant.resource === resource,
      );
      if (taken.length === 0) {
        throw new Error(`${functionLogicalId} is not granted ${action} on ${resource}.`);
      }
      for (const grant of taken) Atomics.add(marks, suspendedAt(grant), 1);
      try {
        return await run();
      } finally {
        for (const grant of taken) Atomics.sub(marks, suspendedAt(grant), 1);
      }
    },
  };
  return access;
}

const baseContext = ({ arn }: Role, region: string): Context => ({
  'aws:PrincipalArn': [arn],
  'aws:PrincipalAccount': [account],
  'aws:PrincipalIsAWSService': ['false'],
  'aws:RequestedRegion': [region],
  // Traffic that uses HTTPS in the cloud uses the loopback interface here.
  'aws:SecureTransport': ['true'],
  'aws:ViaAWSService': ['false'],
});
