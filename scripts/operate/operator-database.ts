import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { AwsCredentialIdentity } from '@smithy/types';
import { type Database, databaseAt } from '#platform/table/database.ts';

/**
 * DynamoDB with the operator's credentials. Functions find credentials and Region in the
 * environment. An operator may have them in a profile or by signing in, where the AWS SDK finds
 * them.
 *
 * @param credentials of a role that the operator assumed; without them the operator's own
 */
export async function operatorDatabase(credentials?: AwsCredentialIdentity): Promise<Database> {
  const { config } = new DynamoDBClient(credentials ? { credentials } : {});
  return databaseAt({ region: await config.region(), credentials: () => config.credentials() });
}
