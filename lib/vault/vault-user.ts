import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Grant } from '../constructs/switch-function.ts';

/**
 * A function of the switch that the vault lets in, with the environment by which it finds the
 * vault.
 */
export interface VaultUser {
  /** The function's own name: the role's permissions hold only inside the function of this name. */
  readonly functionName: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The role that the vault's stack made; undefined where the vault is in another account. */
  readonly role?: Role;
  /** The grants on the vault of a role that the function's own stack makes. */
  readonly grants?: readonly Grant[];
  /** Why cdk-nag's findings about these grants stay, by the finding. */
  readonly findings?: Readonly<Record<string, string>>;
}
