import { parseJson } from '../../../../local/assembly/json.ts';
import { templateOf } from '../../../../local/assembly/template.ts';
import type { AssemblyStack } from './assembly.ts';

/** A stack of a template that a test writes out. */
export function smallStack(
  template: object,
  props: Partial<Omit<AssemblyStack, 'template'>> = {},
): AssemblyStack {
  const id = props.id ?? 'Small';
  return {
    id,
    name: id.toLowerCase(),
    region: 'eu-west-1',
    terminationProtection: false,
    dependsOn: [],
    ...props,
    template: templateOf(parseJson(JSON.stringify(template))),
  };
}
