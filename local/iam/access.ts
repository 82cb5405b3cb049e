import { account, type Deployment } from '../assembly/deployment.ts';
import type { LocalFunction } from '../assembly/functions.ts';
import { decisions, type RequestInContext } from './decisions.ts';
import type { Caller, Grant, Role } from './function-roles.ts';
import {
  type GrantMarks,
  type GrantName,
  type MarkedGrants,
  markedGrants,
} from './marked-grants.ts';
import type { AccessRequest, Context, Statement } from './policy.ts';

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
  without<T>(grant: GrantName, run: () => Promise<T>): Promise<T>;
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

/** Unset marks for each grant. */
export function grantMarks(...roles: readonly ReadonlyMap<Caller, Role>[]): GrantMarks {
  const count = roles.flatMap((some) => [...some.values()]).flatMap(({ grants }) => grants).length;
  return new Int32Array(new SharedArrayBuffer(4 * (2 * count + 1)));
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
  const marked = markedGrants(all, marks);
  const roleOf = (caller: Caller) => {
    const role = roles.get(caller) ?? people.get(caller);
    if (!role) throw new Error(`${caller.logicalId} has no role.`);
    return role;
  };
  const decide = decisions(resourcePolicies, marked);
  const contexts = new WeakMap<Caller, Context>();
  const contextOf = (caller: Caller): Context => {
    const context: Context = contexts.get(caller) ?? {
      ...baseContext(roleOf(caller), region),
      // Lambda states the function in each call that its code makes. A person's command has none.
      ...(roles.has(caller) && {
        'lambda:SourceFunctionArn': [`arn:aws:lambda:${region}:${account}:function:${caller.name}`],
      }),
    };
    contexts.set(caller, context);
    return context;
  };

  const refusal: Access['refusal'] = (caller, requests) => {
    for (const asked of requests) {
      const role = roleOf(caller);
      const request = { ...asked, context: { ...contextOf(caller), ...asked.context } };
      const reason = decide(role, request);
      decided?.(decisionOn(role, request, reason ? 'deny' : 'allow', marked));
      if (reason) return { request, message: refusalMessage(role, caller, request, reason) };
    }
    return undefined;
  };

  return {
    refusal,
    mayLog(caller) {
      const group = `arn:aws:logs:${region}:${account}:log-group:${caller.logGroup}`;
      const resource = `${group}:log-stream:local`;
      const actions = ['logs:CreateLogStream', 'logs:PutLogEvents'];
      return !refusal(
        caller,
        actions.map((action) => ({ action, resource })),
      );
    },
    grants: () => listGrants([...roles.values()], marked),
    without: marked.without,
  };
}

const refusalMessage = (role: Role, caller: Caller, request: AccessRequest, reason: string) =>
  `User: arn:aws:sts::${account}:assumed-role/${role.name}/${caller.name} is not authorized ` +
  `to perform: ${request.action} on resource: ${request.resource} ${reason}`;

const decisionOn = (
  role: Role,
  { action, resource, context }: RequestInContext,
  decision: AccessDecision['decision'],
  marked: MarkedGrants,
): AccessDecision => ({
  principal: role.arn,
  action,
  resource,
  context,
  decision,
  withheld: marked
    .removed(role.grants)
    .map(({ action: held, resource: on }) => ({ action: held, resource: on })),
});

/** Each grant of these roles once, with its use in any of them. */
function listGrants(roles: readonly Role[], marked: MarkedGrants): readonly Grant[] {
  const listed = new Map<string, Grant>();
  for (const held of roles.flatMap(({ grants }) => grants)) {
    const { conditions: _, ...grant } = held;
    const { stackName, functionLogicalId, action, resource } = grant;
    const key = [stackName, functionLogicalId, action, resource].join('\n');
    const used = grant.used || marked.isUsed(held) || (listed.get(key)?.used ?? false);
    listed.set(key, { ...grant, used });
  }
  return [...listed.values()];
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
