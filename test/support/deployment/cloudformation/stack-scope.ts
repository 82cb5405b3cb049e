import { pseudoValues, type Scope } from '../../../../local/assembly/intrinsics.ts';
import { stringOf } from '../../../../local/assembly/json.ts';
import { type Account, Refused, type Stack, stackIn, type Thing } from './account.ts';
import { attributeOf, referenceOf } from './attributes.ts';

type ScopeOf = Pick<Stack, 'name' | 'region' | 'template' | 'resources'>;

/** The meaning of the functions of a stack's template, also while the stack is made. */
export function scopeOf(account: Account, { name, region, template, resources }: ScopeOf): Scope {
  const thingOf = (id: string): Thing => {
    const found = resources.get(id);
    if (!found) throw new Refused(`${id} does not exist.`);
    return found.thing;
  };
  const values = pseudoValues({ accountId: account.id, region, stackName: name });
  return {
    template,
    pseudo: (one) => values[one],
    reference: (id) => referenceOf(thingOf(id), account.id),
    attribute: (id, attribute) => attributeOf(thingOf(id), attribute, account.id),
    output: ({ stack, output, region: of }) => {
      const where = of === undefined ? region : stringOf(of, 'Region');
      const found = stackIn(account, where, stack)?.outputs.get(output);
      if (found === undefined) throw new Refused(`${stack} has no output ${output} in ${where}.`);
      return found;
    },
  };
}
