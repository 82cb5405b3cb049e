import { isDeepStrictEqual } from 'node:util';
import { resolveObject } from '../../../../local/assembly/intrinsics.ts';
import type { Account, Change, Stack, Thing } from './account.ts';
import { resourceType } from './resource-types.ts';
import { scopeOf } from './stack-scope.ts';

/** Things that no stack has any more, and that none left behind on purpose: `stack.LogicalId`. */
export function leftBehind(account: Account): readonly string[] {
  const owned = new Set(
    [...account.stacks.values()].flatMap(({ resources }) =>
      [...resources.values()].map(({ thing }) => thing),
    ),
  );
  return [...account.things].filter((one) => !owned.has(one) && !one.retained).map(nameOf);
}

/** Things that a stack left behind on purpose, for any reason. */
export const retainedThings = (account: Account): readonly Thing[] =>
  [...account.things].filter(({ retained }) => retained);

/**
 * Properties whose value differs from the templates, because something was replaced that they
 * refer to: `stack.LogicalId.Property`.
 */
export function outdatedReferences(account: Account): readonly string[] {
  return [...account.stacks.values()].flatMap((stack) => outdatedIn(account, stack));
}

function outdatedIn(account: Account, stack: Stack): readonly string[] {
  const scope = scopeOf(account, stack);
  return [...stack.resources].flatMap(([id, { declaration, properties }]) => {
    const now = resolveObject(declaration.properties, scope);
    return Object.keys(now)
      .filter((name) => !isDeepStrictEqual(now[name], properties[name]))
      .map((name) => `${stack.name}.${id}.${name}`);
  });
}

/** Things that are not as CloudFormation made them: `stack.LogicalId`. */
export const drifted = (account: Account): readonly string[] =>
  [...account.stacks.values()].flatMap(({ resources }) =>
    [...resources.values()]
      .filter(({ thing, properties }) => !isDeepStrictEqual(thing.properties, properties))
      .map(({ thing }) => nameOf(thing)),
  );

/** Things with data, by the published schemas, that were replaced or deleted. */
export const lostData = (changes: readonly Change[]): readonly string[] =>
  changes
    .filter(({ action }) => action === 'replace' || action === 'delete')
    .filter(({ type }) => resourceType(type)?.isStateful)
    .map(nameOf);

const nameOf = ({ stackName, logicalId }: Pick<Thing, 'stackName' | 'logicalId'>) =>
  `${stackName}.${logicalId}`;
