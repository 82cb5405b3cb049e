import type { BenchDeployment } from './deployment.ts';
import { latenciesOf } from './latencies.ts';
import { openTargets } from './targets.ts';
import { vaultOperations } from './vault-operations.ts';
import { openVaultTenant } from './vault-tenant.ts';

/**
 * Measures the vault's operations over the floor of their calls, limited to names that contain
 * `wanted`. Returns a table.
 */
export async function vault(
  bench: BenchDeployment,
  { rounds, wanted }: { readonly rounds: number; readonly wanted: string },
): Promise<string> {
  const targets = await openTargets(bench);
  try {
    const tenant = await openVaultTenant(targets, 'mer_bench');
    const operations = await vaultOperations(targets, tenant);
    return await latenciesOf(
      operations.filter(({ name }) => name.includes(wanted)),
      rounds,
      targets,
    );
  } finally {
    await targets.close();
  }
}
