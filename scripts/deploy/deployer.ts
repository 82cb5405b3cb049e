import type { SettingsFile } from '../../lib/settings/settings-file.ts';
import type { Account } from './account.ts';
import type { AliasReader } from './moved-aliases.ts';

/** The calls that a deployment makes to the account and to the CDK. */
export interface Deployer {
  readonly account: Account;
  /** The settings file of a stage. */
  settingsFile(stage: string): SettingsFile;
  /** The aliases of a stage. */
  aliasesOf(stage: string): AliasReader;
  /** Runs the CDK with these arguments, and resolves with its exit code. */
  cdk(args: readonly string[]): Promise<number>;
  /** The cost of a month by an assembly, in lines to read. */
  bill(
    directory: string,
    given: { readonly region: string; readonly expectedRate: number },
  ): Promise<readonly string[]>;
  /** Resolves when an operator has waited long enough for AWS, while something else is wrong. */
  patience(): Promise<void>;
  say(line: string): void;
}
