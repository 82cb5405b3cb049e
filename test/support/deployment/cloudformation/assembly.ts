import {
  inDeploymentOrder,
  readAssembly,
  type Stack,
} from '../../../../local/assembly/assembly.ts';

/** A stack of a synthesized assembly, with the Region that it goes to. */
export interface AssemblyStack
  extends Pick<Stack, 'id' | 'name' | 'terminationProtection' | 'dependsOn' | 'template'> {
  readonly region: string;
}

/** The stacks of an assembly, each after those that it depends on. */
export type Assembly = readonly AssemblyStack[];

/** @param region where stacks go that the app leaves to the credentials */
export const deployable = (directory: string, region: string): Assembly =>
  inDeploymentOrder(readAssembly(directory)).map((stack) => ({
    ...stack,
    region: stack.region ?? region,
  }));
