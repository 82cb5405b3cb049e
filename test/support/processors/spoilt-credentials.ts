import type { switchInMemory } from '../switch/switch-in-memory.ts';

/**
 * Gives a merchant's account with this connector the sealed credentials of another account, which
 * open there alone. Returns the account's id.
 */
export async function spoilCredentials(
  { services: { configurations } }: Pick<ReturnType<typeof switchInMemory>, 'services'>,
  merchantId: string,
  connectorName: string,
): Promise<string> {
  const { connectorAccounts } = await configurations.read(merchantId);
  const account = connectorAccounts.find((one) => one.connectorName === connectorName);
  const other = connectorAccounts.find((one) => one.connectorName !== connectorName);
  if (!account || !other) throw new Error(`There are no two accounts, one with ${connectorName}.`);
  await configurations.saveConnectorAccount({ ...account, sealed: other.sealed }, account);
  return account.id;
}
