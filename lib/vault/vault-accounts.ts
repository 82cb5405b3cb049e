import type { Settings } from '../settings/read-settings.ts';

/** The accounts of a deployment whose vault is in an account of its own, by their numbers. */
export interface VaultAccounts {
  readonly vault: string;
  readonly switch: string;
  /** All accounts whose functions the vault lets in: those of the cells in the Region. */
  readonly letIn: readonly string[];
}

/** The two accounts that the settings state; undefined where one account has everything. */
export function vaultAccountsOf(settings: Settings): VaultAccounts | undefined {
  const [vault, ofSwitch] = [settings.get('vaultAccount'), settings.get('switchAccount')];
  if (!vault || !ofSwitch) return undefined;
  const { placement } = settings;
  const letIn = placement?.map.cells
    .filter(({ region }) => region === placement.cell.region)
    .map(({ account }) => account)
    .sort() ?? [ofSwitch];
  return { vault, switch: ofSwitch, letIn };
}

/** The stacks of the vault's account by their names in the app, and those of the switch's. */
export const stacksOfVaultAccount = 'Vault*';
export const stacksOfSwitchAccount = '!(Vault*)';

/** Whether a stack, by its name in the app, is in the vault's account where it has one. */
export const isOfVaultAccount = (stackId: string): boolean => stackId.startsWith('Vault');
