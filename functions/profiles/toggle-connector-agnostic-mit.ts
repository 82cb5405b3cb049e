import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { toggleConnectorAgnosticMit } from '../../shared/profiles/operations.ts';
import { saveSetting } from '../../shared/profiles/save-setting.ts';
import { liveTable } from '../../shared/table/table.ts';

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
