import type { Account } from './account.ts';
import type { Assembly } from './assembly.ts';
import { deployAssembly } from './deployment.ts';
import type { Step } from './stack-operations.ts';

/** A step at which a deployment failed, and the deployment's message. */
export interface InjectedFailure {
  readonly step: Step;
  readonly said: string | undefined;
}

/**
 * The steps at which a deployment is made to fail: for each stack the last step of each type, when most
 * has to be taken back.
 *
 * @param steps all steps of the deployment, as `stepsOf` lists them
 */
export function stepsToFail(steps: readonly Step[]): readonly Step[] {
  const last = new Map(steps.map((step) => [`${step.stackName} ${step.type}`, step]));
  return [...last.values()];
}

/** All steps of a deployment, which it takes meanwhile. Throws when it fails. */
export function stepsOf(account: Account, assembly: Assembly): readonly Step[] {
  const steps: Step[] = [];
  const failure = deployAssembly(account, assembly, {
    fails: (step) => {
      steps.push(step);
      return false;
    },
  });
  if (failure !== undefined) throw new Error(failure);
  return steps;
}

/**
 * Deploys an assembly again and again, and each time the service refuses another step. What each
 * attempt left is deployed by the next.
 */
export function failAtEach(
  account: Account,
  assembly: Assembly,
  steps: readonly Step[],
  afterwards: (failure: InjectedFailure) => void,
): void {
  for (const step of steps) {
    const { stackName, logicalId } = step;
    const said = deployAssembly(account, assembly, {
      fails: (one) => one.stackName === stackName && one.logicalId === logicalId,
    });
    afterwards({ step, said });
  }
}
