import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { RestoredTableName } from '../settings/stage.ts';
import type { TableResource } from './encrypted-table.ts';

/**
 * A table that was restored from another one. It stands outside of all stacks, with the settings
 * that `npx turnout restore` gave it, so no deployment changes or deletes it.
 */
export class RestoredTable extends Construct implements TableResource {
  readonly tableName: string;
  readonly tableArn: string;
  readonly tableStreamArn: string;

  constructor(scope: Construct, id: string, { tableName, streamArn }: RestoredTableName) {
    super(scope, id);
    this.tableName = tableName;
    this.tableArn = Stack.of(this).formatArn({
      service: 'dynamodb',
      resource: 'table',
      resourceName: tableName,
    });
    this.tableStreamArn = streamArn;
  }
}
