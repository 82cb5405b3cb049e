import * as v from 'valibot';
import { operatorKeyStore } from '#operator/operator-keys/operator-key-store.ts';
import { OperatorKeyName } from '#platform/http/callers/operator-key.ts';
import type { Database } from '#platform/table/database.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { plainTableOver } from '#platform/table/table.ts';
import { objectOf, parseJson } from '../local/assembly/json.ts';
import type { AwsCall } from '../local/aws/aws-call.ts';
import type { Actions } from './actions.ts';

const Named = v.strictObject({ name: OperatorKeyName });

/**
 * What `npx turnout keys` does on this machine, for requests that have the operator's key.
 *
 * @param table the name of the switch's table
 * @param environment the prefix of the stage's keys
 */
export function operatorKeyActions(dynamodb: AwsCall, table: string, environment: string): Actions {
  const keys = operatorKeyStore(plainTableOver(dynamoPort(table, databaseOver(dynamodb))));
  return {
    async '/api/operator-keys/make'(body) {
      const { name } = v.parse(Named, body);
      const key = await keys.make({ name, environment, now: new Date() });
      return { key: key ?? null };
    },
    '/api/operator-keys/list': async () => ({ keys: await keys.list() }),
    async '/api/operator-keys/revoke'(body) {
      return { key: (await keys.revoke(v.parse(Named, body).name, new Date())) ?? null };
    },
  };
}

/** The tables of this machine as a database. Its errors have a name, and no item. */
export const databaseOver = (dynamodb: AwsCall): Database => ({
  call: (name, input) =>
    dynamodb(`DynamoDB_20120810.${name}`, objectOf(parseJson(JSON.stringify(input)), 'The call')),
  close() {},
});
