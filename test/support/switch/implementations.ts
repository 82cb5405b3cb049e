import '../../../tools/tests/stand-ins.mjs';
import type { Implemented } from '#platform/http/operation/implement.ts';
import type { Operation } from '#platform/http/operation/operation.ts';
import { operations, sandboxOperations } from '../../../shared/operations.ts';

/** The implementation of an operation. Each test hands in the services that it reaches. */
export type Implementation = Implemented<Operation, unknown, unknown>;

/** The file that serves an operation: `payments.confirm` is `functions/payments/confirm.ts`. */
export const fileOf = ({ name }: Pick<Operation, 'name'>) =>
  `functions/${name.replace('.', '/')}.ts`;

/**
 * The implementation of each operation, by its name. All files are loaded at once, before the first request:
 * a request that had to load its own file would take other turns the first time than the next.
 */
const implementations: ReadonlyMap<string, Implementation> = new Map(
  await Promise.all(
    [...operations, ...sandboxOperations].map(
      async (operation) => [operation.name, await implementationIn(operation)] as const,
    ),
  ),
);

/** The implementation of the operation of this name. Throws when there is no such operation. */
export function implementationOf(name: string): Implementation {
  const found = implementations.get(name);
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found;
}

async function implementationIn(operation: Operation): Promise<Implementation> {
  const file = fileOf(operation);
  const exported: object = await import(new URL(`../../../${file}`, import.meta.url).href);
  const found = Object.values(exported).find(
    (value: unknown): value is Implementation =>
      typeof value === 'object' &&
      value !== null &&
      'operation' in value &&
      value.operation === operation,
  );
  if (!found) throw new Error(`${file} does not implement ${operation.name}.`);
  return found;
}
