import type { Role } from 'aws-cdk-lib/aws-iam';

/** A role of the switch that the vault lets in, and how its function finds what it may reach. */
export interface VaultUser {
  readonly role: Role;
  readonly environment: Readonly<Record<string, string>>;
}
