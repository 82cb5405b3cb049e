import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { toggleExtendedCardInfo } from '#merchants/profiles/operations.ts';
import { saveSetting } from '#merchants/profiles/save-setting.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Sets whether the merchant may get card data that is encrypted for its key. */
export const toggleExtendedCard = implement(
  toggleExtendedCardInfo,
  async ({ params, body, now }, { configurations }: Services) => {
    const { account_id, profile_id } = params;
    const setting = { is_extended_card_info_enabled: body.enabled };
    await saveSetting(configurations, { account_id, profile_id, setting }, now);
    return body;
  },
);

export const handler = lambda(
  toggleExtendedCard,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
