import type { BenchDeployment } from './deployment.ts';
import { latenciesOf } from './latencies.ts';
import { openTargets } from './targets.ts';
import { vaultCrypto } from './vault-crypto.ts';
import { vaultOperations } from './vault-operations.ts';
import { openVaultTenant } from './vault-tenant.ts';
import { vaultTokens } from './vault-tokens.ts';

/**
 * Measures only the vault, as three tables. The first has its ciphers. The second has its
 * operations over the floor of their calls, limited to names that contain `wanted`. The third has
 * concurrent requests for one token or service code. Throws when a round did not have exactly one
 * winner.
 */
export async function vault(
  bench: BenchDeployment,
  {
    rounds,
    races,
    wanted,
  }: { readonly rounds: number; readonly races: number; readonly wanted: string },
): Promise<string> {
  const ciphers = await vaultCrypto();
  const targets = await openTargets(bench);
  try {
    const tenant = await openVaultTenant(targets, 'mer_bench');
    const operations = (await vaultOperations(targets, tenant)).filter(({ name }) =>
      name.includes(wanted),
    );
    const latencies = await latenciesOf(operations, rounds, targets);
    const tokens = await vaultTokens(targets, tenant, races);
    return [
      `### Ciphers\n\n${ciphers}`,
      `### Latency\n\n${latencies}`,
      `### Tokens and service codes\n\n${tokens}`,
    ].join('\n\n');
  } finally {
    await targets.close();
  }
}
