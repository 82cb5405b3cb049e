import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { toggleBlocklist } from '../../shared/blocklist/operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/**
 * Turns the blocklist of a merchant on or off. It is part of the merchant's settings, which payments
 * read anyway, so that nothing is looked for where it is off.
 */
export const toggle = implement(toggleBlocklist, {
  load: ({ merchantId }, { configurations }: Services) => configurations.account(merchantId),

  async run({ query, now }, { configurations }: Services, account) {
    const blocklistGuard = query.status === 'true';
    if ((account.blocklistGuard ?? false) !== blocklistGuard) {
      const modifiedAt = now.toISOString();
      await configurations.saveAccount({ ...account, blocklistGuard, modifiedAt });
    } else {
      // It may have been set by a function that died before other containers could notice.
      await configurations.renew(account.id);
    }
    const status = blocklistGuard ? 'enabled' : 'disabled';
    return { blocklist_guard_status: status } as const;
  },
});

export const handler = lambda(toggle, () => ({
  configurations: configurationStore(liveTable()),
}));
