import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { textResponse } from '../../shared/http/raw-response.ts';
import { checkWebhookAddress } from '../../shared/incoming-webhooks/operations.ts';
import { addressedAccounts } from '../../shared/incoming-webhooks/verify-sender.ts';
import { liveTable } from '../../shared/table/table.ts';

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
