import type { BenchDeployment } from './deployment.ts';
import { latenciesOf } from './latencies.ts';
import { openTargets } from './targets.ts';
import { vaultCrypto } from './vault-crypto.ts';
import { vaultOperations } from './vault-operations.ts';
import { openVaultTenant } from './vault-tenant.ts';
import { vaultTokens } from './vault-tokens.ts';

/**
 * The vault alone, as three tables: its ciphers; its operations over the floor of the calls that they
 * make, of which only those are measured whose name holds `wanted`; and what many get who want the
 * same token or service code at once. Throws when not exactly one of them gets it.
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
