import type { Role } from 'aws-cdk-lib/aws-iam';

/**
 * A role of the switch that the vault lets in, with the environment by which its function finds the
 * vault.
 */
export interface VaultUser {
  readonly role: Role;
  /** The function's own name: the role's permissions hold only inside the function of this name. */
  readonly functionName: string;
  readonly environment: Readonly<Record<string, string>>;
}
