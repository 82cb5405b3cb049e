import { account, type Deployment, type Resource } from '../assembly/deployment.ts';
import { optionalString, stringOf } from '../assembly/json.ts';
import type { LocalFunction } from '../functions/functions.ts';
import { matchesArn } from './policy.ts';

/** Finds functions by ARN, and knows which service may invoke which. */
export interface FunctionAccess {
  /** The function of an ARN: its own, that of a version or alias, or an API's invocation URI. */
  find(arn: string): LocalFunction;
  /** Whether the function's policy lets this service invoke it for this source. */
  permits(target: LocalFunction, service: string, sourceArn: string): boolean;
}

export function functionAccess(
  deployment: Deployment,
  functions: readonly LocalFunction[],
): FunctionAccess {
  const find = (arn: string) => {
    const name = /:function:([^:/]+)/.exec(arn)?.[1] ?? arn;
    const target = functions.find((one) => one.name === name);
    if (!target) throw new Error(`There is no function ${arn} here.`);
    return target;
  };
  const permissions = deployment
    .ofType('AWS::Lambda::Permission')
    .filter(({ property }) => property('Action') === 'lambda:InvokeFunction')
    .map((permission: Resource) => ({
      name: /:function:([^:/]+)/.exec(named(permission))?.[1] ?? named(permission),
      service: optionalString(permission.property('Principal')),
      sourceArn: optionalString(permission.property('SourceArn')) ?? '*',
      account: optionalString(permission.property('SourceAccount')) ?? account,
    }));
  return {
    find,
    permits: (target, service, sourceArn) =>
      permissions.some(
        (permission) =>
          permission.name === target.name &&
          permission.service === service &&
          permission.account === account &&
          (permission.sourceArn === '*' || matchesArn(permission.sourceArn, sourceArn)),
      ),
  };
}

const named = (permission: Resource) =>
  stringOf(permission.property('FunctionName'), 'FunctionName');
