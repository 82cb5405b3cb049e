import { operatorKeyStore } from '#operator/operator-keys/operator-key-store.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { tableOver } from '#platform/table/table.ts';
import { databaseOver } from '../../../console/operator-key-actions.ts';
import type { RunningSwitch } from './switch.ts';

/** The operators' keys of a running switch, written past every rule. */
export function operatorKeysOf({ assembly }: Pick<RunningSwitch, 'assembly'>) {
  const { tables, dynamodb } = assembly.inside;
  const table = tables.find(({ name }) => name.startsWith('turnout-laptop-data-'))?.name ?? '';
  return operatorKeyStore(tableOver(dynamoPort(table, databaseOver(dynamodb))));
}
