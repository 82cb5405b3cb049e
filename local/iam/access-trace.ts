import { createHash } from 'node:crypto';
import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  stringsOf,
} from '../assembly/json.ts';
import type { AccessDecision } from './access.ts';
import type { Role } from './function-roles.ts';
import { concerns, namesRole, parsePolicy, type Statement } from './policy.ts';
import { policiesOf } from './resource-policies.ts';

/** A line of a trace; docs/iam-trace.md describes the format. */
export type TraceLine = PolicyLine | DecisionLine;

/** A policy, once, before the first decision that it took part in. */
interface PolicyLine {
  readonly kind: 'policy';
  /** The SHA-256 of the document. */
  readonly id: string;
  readonly document: JsonObject;
}

interface DecisionLine extends AccessDecision {
  readonly kind: 'decision';
  /** `main`, or that of a function. */
  readonly thread: string;
  /** The ids of the role's policies and of the resource's, as they were when it was decided. */
  readonly identityPolicies: readonly string[];
  readonly resourcePolicies: readonly string[];
  /** Statements that concern the request, and name the role where they are the resource's. */
  readonly matched: readonly { readonly policy: string; readonly statement: number }[];
}

/** Writes the decisions of all threads, with all policies that decide. */
export function accessTrace(
  roles: Iterable<Role>,
  resourceDocuments: ReadonlyMap<string, readonly Json[]>,
  write: (line: TraceLine) => void,
): (thread: string, decision: AccessDecision) => void {
  const byArn = new Map([...roles].map((role) => [role.arn, role]));
  const policies = new Map<string, readonly Statement[]>();
  const idOf = (document: JsonObject) => {
    const id = createHash('sha256').update(JSON.stringify(document)).digest('hex');
    if (!policies.has(id)) {
      policies.set(id, parsePolicy(document, id));
      write({ kind: 'policy', id, document });
    }
    return id;
  };
  const idsOf = remembering((documents: readonly Json[]) => documents.filter(isObject).map(idOf));
  const effective = new Map<string, readonly Json[]>();
  const documentsOf = ({ principal, withheld }: AccessDecision): readonly Json[] => {
    const documents = byArn.get(principal)?.documents ?? [];
    if (withheld.length === 0) return documents;
    const key = JSON.stringify([principal, withheld]);
    const before = effective.get(key) ?? documents.map((one) => withoutGrants(one, withheld));
    effective.set(key, before);
    return before;
  };

  return (thread, decision) => {
    const identityPolicies = idsOf(documentsOf(decision));
    const resourcePolicies = idsOf(policiesOf(resourceDocuments, decision.resource));
    const matching = (ids: readonly string[], isAbout: (one: Statement) => boolean) =>
      ids.flatMap((policy) =>
        (policies.get(policy) ?? []).flatMap((one, statement) =>
          concerns(one, decision) && isAbout(one) ? [{ policy, statement }] : [],
        ),
      );
    const namesPrincipal = (one: Statement) => namesRole(one, decision.principal) !== undefined;
    write({
      kind: 'decision',
      thread,
      ...decision,
      identityPolicies,
      resourcePolicies,
      matched: [
        ...matching(identityPolicies, () => true),
        ...matching(resourcePolicies, namesPrincipal),
      ],
    });
  };
}

/** The same list of documents comes again and again. */
function remembering<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

/**
 * A policy that allows the same, but for these actions on these resources. An action that keeps
 * some of the resources of its statement gets a statement of its own at the end.
 */
function withoutGrants(document: Json, withheld: AccessDecision['withheld']): Json {
  const policy = objectOf(document, 'A policy');
  const own: JsonObject[] = [];
  const rest = listOf(policy.Statement).flatMap((entry): JsonObject[] => {
    const statement = objectOf(entry, 'A statement');
    if (statement.Effect !== 'Allow') return [statement];
    const resources = stringsOf(statement.Resource);
    const left = (action: string) =>
      resources.filter(
        (resource) => !withheld.some((one) => one.action === action && one.resource === resource),
      );
    const actions = stringsOf(statement.Action);
    const untouched = actions.filter((action) => left(action).length === resources.length);
    for (const action of actions.filter((one) => !untouched.includes(one))) {
      if (left(action).length === 0) continue;
      own.push({ ...statement, Action: action, Resource: left(action) });
    }
    return untouched.length > 0 ? [{ ...statement, Action: untouched }] : [];
  });
  return { ...policy, Statement: [...rest, ...own] };
}
