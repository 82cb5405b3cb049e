import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { Identifier } from '#platform/schema.ts';
import { MerchantAccountResponse } from './operations.ts';

export const listAccounts = defineOperation({
  name: 'accounts.list',
  method: 'GET',
  path: '/accounts/list',
  summary: 'List the merchant accounts of an organization, oldest first',
  about: { description: 'Lists the merchant accounts of one organization.' },
  auth: 'admin key',
  query: v.strictObject({ organization_id: Identifier }),
  response: v.array(MerchantAccountResponse),
  errors: [],
  access: { table: ['GetItem', 'Query', 'BatchGetItem'], secrets: ['use key'] },
  impact: 'Operators cannot see which merchants an organization has.',
  example: { query: { organization_id: 'org_example' } },
});
