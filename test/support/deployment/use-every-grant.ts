import type { TraceLine } from '../../../local/iam/access-trace.ts';
import type { AccessRequest } from '../../../local/iam/policy.ts';
import { isOfProcessors } from '../processors/processors-grants.ts';
import { allExercises } from '../requests/exercise-scenarios.ts';
import type { DrawnCases } from '../runner/drawn-by-day.ts';
import { askAsOperator, forOperators } from '../switch/ask-as-operator.ts';
import { makeItLog } from '../switch/make-it-log.ts';
import { functionNamed, functionNames } from './function-names.ts';
import { grantedFunctions, type NamedGrant } from './granted-functions.ts';

/** For the work of some hundred functions one after the other, on a machine that is busy. */
const patienceMs = 3_600_000;

/** As many requests of one kind are enough: they differ in the keys of items. */
const requestsOfAKind = 3;

/**
 * All work of the day's functions, once, with all that is granted: each grant allows a call then that
 * the gate refuses without it. The behaviour of a function that was refused is shown by
 * `take-grants-away.ts`.
 */
export async function useEveryGrant({ played, partly }: DrawnCases): Promise<void> {
  const asked = allowedRequests();
  const mine = new Set(played(functionNames));
  const isMine = (name: string) => mine.has(name);
  const { running, granted, world } = await grantedFunctions(isMine, asked.note);
  const { iam, inside } = running.assembly;

  let undone: string[] | undefined;
  beforeAll(async () => {
    const failed: string[] = [];
    for (const { called, exercise } of allExercises()) {
      const [name = ''] = called.split(/,? /);
      if (!isMine(name)) continue;
      try {
        const act = await exercise(world());
        if (!(await act())) failed.push(called);
      } catch (error) {
        failed.push(`${called}: ${error}`);
      }
    }
    for (const operation of forOperators) {
      if (isMine(operation.name)) await askAsOperator(running, operation);
    }
    for (const name of mine) await makeItLog(name, running);
    undone = failed;
  }, patienceMs);

  partly('every function does its work with all that is granted', () => {
    expect(undone).toEqual([]);
  });

  partly('every grant is needed by some function', () => {
    const unused = iam
      .grants()
      .filter(({ used }) => !used)
      .map(({ functionLogicalId, action, resource }) => ({
        ...{ name: functionNamed(functionLogicalId), action, resource },
      }))
      .filter((grant) => isMine(grant.name) && !isOfProcessors(grant));
    expect(unused).toEqual([]);
  });

  // Tracing is not checked on a laptop.
  const checked = granted.filter(
    (grant) => !grant.action.startsWith('xray:') && !isOfProcessors(grant),
  );
  for (const grant of checked) {
    partly(`the gate refuses a call of ${grant.title}, and allows it with it`, async () => {
      const caller = inside.functions.find(
        ({ logicalId, stackName }) =>
          logicalId === grant.functionLogicalId && stackName === grant.stackName,
      );
      if (!caller) throw new Error(`${grant.name} is not here.`);
      const requests = asked.by(caller.roleArn);
      const refusedOf = () =>
        requests.filter((request) => iam.refusal(caller, [request]) !== undefined);
      expect(refusedOf()).toEqual([]);
      const refused = await iam.without(grant, async () => refusedOf());
      expect(refused).not.toEqual([]);
      expect(refused.filter(({ action }) => !isOf(grant, action))).toEqual([]);
    });
  }
}

/** Whether a grant is about an action: `kms:GenerateDataKey*` is about those that begin so. */
const isOf = ({ action }: NamedGrant, asked: string) =>
  action.endsWith('*') ? asked.startsWith(action.slice(0, -1)) : asked === action;

/** The requests that the gate allowed, by the ARN of a role. */
function allowedRequests() {
  const byRole = new Map<string, Map<string, AccessRequest[]>>();
  return {
    note(line: TraceLine) {
      if (line.kind !== 'decision' || line.decision !== 'allow') return;
      const { principal, action, resource, context } = line;
      const kinds = byRole.get(principal) ?? new Map<string, AccessRequest[]>();
      byRole.set(principal, kinds);
      const kind = [action, resource, ...Object.keys(context)].join(' ');
      const some = kinds.get(kind) ?? [];
      if (some.length < requestsOfAKind) kinds.set(kind, [...some, { action, resource, context }]);
    },
    by: (role: string) => [...(byRole.get(role)?.values() ?? [])].flat(),
  };
}
