import { isDeepStrictEqual } from 'node:util';
import { type Account, type Stack, stackIn } from './account.ts';
import type { Assembly, AssemblyStack } from './assembly.ts';
import { applyStack, type Circumstances, deleteStack, type Failure } from './stack-operations.ts';

/**
 * Deploys all stacks of an assembly in their order, as `cdk deploy --all` does, and stops at the first
 * that fails.
 */
export function deployAssembly(
  account: Account,
  assembly: Assembly,
  circumstances: Circumstances = {},
): Failure {
  for (const stack of assembly) {
    const failure = deployStack(account, stack, circumstances);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/**
 * The CDK deletes a stack whose creation failed before it makes it anew, and skips one whose template
 * is the one that it deployed last:
 * https://github.com/aws/aws-cdk-cli/blob/main/packages/%40aws-cdk/toolkit-lib/lib/api/deployments/deploy-stack.ts
 */
function deployStack(
  account: Account,
  wanted: AssemblyStack,
  circumstances: Circumstances,
): Failure {
  const existing = stackIn(account, wanted.region, wanted.name);
  if (existing?.status === 'ROLLBACK_COMPLETE' || existing?.status === 'ROLLBACK_FAILED') {
    const failure = deleteStack(account, existing);
    if (failure !== undefined) return failure;
  } else if (existing?.status.endsWith('COMPLETE') && isDeployed(existing, wanted)) {
    existing.terminationProtection = wanted.terminationProtection;
    return undefined;
  }
  return applyStack(account, wanted, circumstances);
}

const isDeployed = ({ status, template }: Stack, wanted: AssemblyStack) =>
  status !== 'UPDATE_ROLLBACK_COMPLETE' &&
  isDeepStrictEqual(template.written, wanted.template.written);

/** Deletes all stacks of an assembly, those that others need last, as `cdk destroy --all` does. */
export function removeAssembly(account: Account, assembly: Assembly): Failure {
  for (const { region, name } of [...assembly].reverse()) {
    const stack = stackIn(account, region, name);
    const failure = stack && deleteStack(account, stack);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** Stacks that were deployed and that the assembly no longer has: the CDK leaves them alone. */
export const abandonedStacks = (account: Account, assembly: Assembly): readonly Stack[] =>
  [...account.stacks.values()].filter(
    ({ name, region }) => !assembly.some((one) => one.name === name && one.region === region),
  );
