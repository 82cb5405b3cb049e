import { type AssemblyStack, parseTemplate } from './assembly.ts';

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
    template: parseTemplate(JSON.stringify(template)),
  };
}
