import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { AwsCredentialIdentity } from '@smithy/types';
import { type Database, databaseAt } from '#platform/table/database.ts';
import type { Environment } from '../command-line/program.ts';
import { awsSettings } from './aws-settings.ts';

/** A table, and the environment of the command that works on it. */
export interface OperatedTable {
  readonly environment: Environment;
  readonly name: string;
}

/**
 * DynamoDB with the operator's credentials. Functions find credentials and Region in the
 * environment. An operator may have them in a profile or by signing in, where the AWS SDK finds
 * them.
 *
 * @param credentials of a role that the operator assumed; without them the operator's own
 */
export async function operatorDatabase(
  environment: Environment,
  credentials?: AwsCredentialIdentity,
): Promise<Database> {
  const { endpoint, ...settings } = awsSettings(environment, 'DYNAMODB');
  const { config } = new DynamoDBClient({ ...settings, ...(credentials && { credentials }) });
  return databaseAt({
    region: await config.region(),
    ...(endpoint && { endpoint }),
    credentials: () => config.credentials(),
  });
}
