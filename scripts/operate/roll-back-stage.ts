import { UsageError } from '../command-line/command.ts';
import type { Environment } from '../command-line/program.ts';
import { type AwsOptions, awsSettings } from './aws-settings.ts';
import { accountAliases } from './live-functions.ts';
import { type Releases, rollBack } from './roll-back.ts';

interface RolledBackStage {
  readonly stage: string;
  readonly environment: Environment;
  readonly asked: AwsOptions;
  readonly say: Releases['say'];
}

/** Leads the functions of a stage elsewhere, in the account of the environment's credentials. */
export function rollBackStage(
  { stage, environment, asked, say }: RolledBackStage,
  wanted: Parameters<typeof rollBack>[1],
): ReturnType<typeof rollBack> {
  const account = accountAliases(stage, (service) => awsSettings(environment, service, asked));
  return rollBack(
    {
      ...account,
      async list() {
        const found = await account.list();
        if (found.length > 0) return found;
        throw new UsageError(
          `No stack turnout-${stage}-… of this account and Region has an alias.`,
        );
      },
      say,
    },
    wanted,
  );
}
