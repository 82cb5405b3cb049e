import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { toggleConnectorAgnosticMit } from '#merchants/profiles/operations.ts';
import { saveSetting } from '#merchants/profiles/save-setting.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/**
 * Sets whether any connector may charge a saved card without the customer, or only the connector
 * that saved it.
 */
export const toggleAgnosticMit = implement(
  toggleConnectorAgnosticMit,
  async ({ params, body, now }, { configurations }: Services) => {
    const { account_id, profile_id } = params;
    const setting = { is_connector_agnostic_mit_enabled: body.enabled };
    await saveSetting(configurations, { account_id, profile_id, setting }, now);
    return body;
  },
);

export const handler = lambda(
  toggleAgnosticMit,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
