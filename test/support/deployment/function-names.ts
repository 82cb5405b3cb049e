import { vaultOperations } from '#vault/operations.ts';
import { vaultJobs } from '../../../lib/vault/vault-roles.ts';
import { operations, sandboxOperations } from '../../../shared/operations.ts';

/** Every function of the vault's own stack. */
const vaultFunctionNames: readonly string[] = [
  ...vaultOperations.map(({ name }) => name),
  ...vaultJobs.map(({ name }) => `vault-jobs.${name}`),
  'vault.not-found',
];

/** Every function of the switch, the sandbox and the vault, by the name it has in `functions/`. */
export const functionNames: readonly string[] = [
  ...operations.map(({ name }) => name),
  ...sandboxOperations.map(({ name }) => name),
  'http.not-found',
  'sandbox.not-found',
  'sandbox.stripe',
  'queues.publish-events',
  'queues.project-lists',
  'queues.deliver-webhook',
  'queues.notify-from-sandbox',
  'queues.find-due',
  'queues.sync-pending',
  'queues.check-link-pages',
  ...vaultFunctionNames,
];

/** The probe's functions, which are on no laptop. */
const probeNames: readonly string[] = ['probe.run', 'probe.receive'];

const byLetters = Map.groupBy([...functionNames, ...probeNames], (name) =>
  name.replace(/[^a-z]/g, ''),
);

/** The name of the function that has this logical identifier: the same without dots, and a hash. */
export function functionNamed(logicalId: string): string {
  const [found, another] = byLetters.get(logicalId.slice(0, -8)) ?? [];
  if (!found || another) throw new Error(`${logicalId} is not the function of one file.`);
  return found;
}
