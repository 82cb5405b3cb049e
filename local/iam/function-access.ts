import { account, type Deployment, type Resource } from '../assembly/deployment.ts';
import type { LocalFunction } from '../assembly/functions.ts';
import { optionalString, stringOf } from '../assembly/json.ts';
import { matchesArn } from './policy.ts';

/** Finds functions by ARN, and knows which service may invoke which. */
export interface FunctionAccess {
  /** The function of an ARN: its own, that of a version or alias, or an API's invocation URI. */
  find(arn: string): LocalFunction;
  /**
   * Whether a policy lets this service invoke this ARN for this source. A function, and each of its
   * aliases and versions, has a policy of its own.
   */
  permits(arn: string, service: string, sourceArn: string): boolean;
}

export function functionAccess(
  deployment: Deployment,
  functions: readonly LocalFunction[],
): FunctionAccess {
  const find = (arn: string) => {
    const { name } = partsOf(arn);
    const target = functions.find((one) => one.name === name);
    if (!target) throw new Error(`There is no function ${arn} here.`);
    return target;
  };
  const permissions = deployment
    .ofType('AWS::Lambda::Permission')
    .filter(({ property }) => property('Action') === 'lambda:InvokeFunction')
    .map((permission: Resource) => ({
      ...partsOf(named(permission)),
      service: optionalString(permission.property('Principal')),
      sourceArn: optionalString(permission.property('SourceArn')) ?? '*',
      account: optionalString(permission.property('SourceAccount')) ?? account,
    }));
  return {
    find,
    permits(arn, service, sourceArn) {
      const { name, qualifier } = partsOf(arn);
      return permissions.some(
        (permission) =>
          permission.name === name &&
          permission.qualifier === qualifier &&
          permission.service === service &&
          permission.account === account &&
          (permission.sourceArn === '*' || matchesArn(permission.sourceArn, sourceArn)),
      );
    },
  };
}

/** A function's name, and the alias or version that an ARN or an API's invocation URI names. */
function partsOf(arn: string) {
  const [, name = arn, qualifier] = /:function:([^:/]+)(?::([^:/]+))?/.exec(arn) ?? [];
  return { name, qualifier };
}

const named = (permission: Resource) =>
  stringOf(permission.property('FunctionName'), 'FunctionName');
