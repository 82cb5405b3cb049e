import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { toggleExtendedCardInfo } from '../../shared/profiles/operations.ts';
import { saveSetting } from '../../shared/profiles/save-setting.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Sets whether the merchant may get card data, encrypted for it alone. */
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
