import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { toggleBlocklist } from '#switch/blocklist/operations.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/**
 * Turns a merchant's blocklist on or off. It is a setting of the merchant account, which payments
 * read anyway, so an unused blocklist costs no read.
 */
export const toggle = implement(toggleBlocklist, {
  load: ({ merchantId }, { configurations }: Services) => configurations.account(merchantId),

  async run({ query, now }, { configurations }: Services, account) {
    const blocklistGuard = query.status === 'true';
    if ((account.blocklistGuard ?? false) !== blocklistGuard) {
      const modifiedAt = now.toISOString();
      await configurations.saveAccount({ ...account, blocklistGuard, modifiedAt });
    } else {
      // An earlier request may have saved the setting and crashed before it moved the stamp.
      await configurations.renew(account.id);
    }
    const status = blocklistGuard ? 'enabled' : 'disabled';
    return { blocklist_guard_status: status } as const;
  },
});

export const handler = lambda(toggle, () => ({
  configurations: configurationStore(liveTable()),
}));
