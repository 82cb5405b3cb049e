import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { AwsCredentialIdentity } from '@smithy/types';
import { type Database, databaseAt } from '../shared/table/database.ts';

/**
 * DynamoDB as the person at the keyboard reaches it. Functions find credentials and the Region in the
 * environment; a person may have them in a profile or by signing in, where the AWS SDK finds them.
 *
 * @param credentials of a role that the person took; without them the person's own
 */
export async function operatorDatabase(credentials?: AwsCredentialIdentity): Promise<Database> {
  const { config } = new DynamoDBClient(credentials ? { credentials } : {});
  return databaseAt({ region: await config.region(), credentials: () => config.credentials() });
}
