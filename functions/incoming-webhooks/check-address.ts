import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { textResponse } from '#platform/http/response/raw-response.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkWebhookAddress } from '#switch/incoming-webhooks/operations.ts';
import { addressedAccounts } from '#switch/incoming-webhooks/verify-sender.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Answers a processor that checks the address before it sends webhooks to it. */
export const checkAddress = implement(
  checkWebhookAddress,
  async ({ params }, { configurations }: Services) => {
    addressedAccounts(await configurations.read(params.merchant_id), params.connector);
    return textResponse('');
  },
);

export const handler = lambda(checkAddress, () => ({
  configurations: configurationStore(liveTable()),
}));
