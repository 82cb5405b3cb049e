import { isDeepStrictEqual } from 'node:util';
import { type Json, objectOf } from '../../../local/assembly/json.ts';
import { type Account, Refused, type Stack, stackIn, type Thing } from './account.ts';
import type { Template } from './assembly.ts';
import { attributeOf, referenceOf } from './attributes.ts';
import { resolve, type Scope } from './intrinsics.ts';

type ScopeOf = Pick<Stack, 'name' | 'region' | 'template' | 'resources'>;

/** The meaning of the functions of a stack's template, also while the stack is made. */
export function scopeOf(account: Account, stack: ScopeOf): Scope {
  const { name, region, template, resources } = stack;
  const thingOf = (id: string): Thing => {
    const found = resources.get(id);
    if (!found) throw new Refused(`${id} does not exist.`);
    return found.thing;
  };
  const scope: Scope = {
    region,
    accountId: account.id,
    stackName: name,
    parameter: (one) => template.parameters.get(one),
    condition: (one) => isTrueCondition(template.conditions.get(one), template, scope),
    reference: (id) => referenceOf(thingOf(id), account.id),
    attribute: (id, attribute) => attributeOf(thingOf(id), attribute, account.id),
    output: (stack, output, where) => {
      const found = stackIn(account, where, stack)?.outputs.get(output);
      if (found === undefined) throw new Refused(`${stack} has no output ${output} in ${where}.`);
      return found;
    },
  };
  return scope;
}

function isTrueCondition(value: Json | undefined, template: Template, scope: Scope): boolean {
  const [name, argument] = Object.entries(objectOf(value, 'A condition'))[0] ?? [];
  const list = Array.isArray(argument) ? argument : [argument];
  const inner = (one: Json) => isTrueCondition(one, template, scope);
  switch (name) {
    case 'Condition':
      return scope.condition(String(argument));
    case 'Fn::Equals':
      return isDeepStrictEqual(resolve(list[0], scope), resolve(list[1], scope));
    case 'Fn::And':
      return list.every(inner);
    case 'Fn::Or':
      return list.some(inner);
    case 'Fn::Not':
      return !list.some(inner);
    default:
      throw new Error(`${name} is no condition.`);
  }
}
