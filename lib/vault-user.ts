import type { Role } from 'aws-cdk-lib/aws-iam';

/**
 * A role of the switch that the vault lets in, with the environment by which its function finds the
 * vault.
 */
export interface VaultUser {
  readonly role: Role;
  /** The function's own name: the role's permissions hold inside the function of this name alone. */
  readonly functionName: string;
  readonly environment: Readonly<Record<string, string>>;
}
