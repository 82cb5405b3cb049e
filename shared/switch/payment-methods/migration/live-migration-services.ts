import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { log } from '#platform/log.ts';
import { liveTable } from '#platform/table/table.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';
import { customerStore } from '../../customers/customer-store.ts';
import { paymentMethodStore } from '../payment-method-store.ts';
import type { MigrationServices } from './migrate-record.ts';

export interface OperatorsMigrationServices extends MigrationServices {
  readonly configurations: Pick<ConfigurationStore, 'current'>;
}

/** The services with which functions take over payment methods: the table and the vault. */
export const liveMigrationServices = (): OperatorsMigrationServices => ({
  configurations: configurationStore(liveTable()),
  customers: customerStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
  cardBins: cardBinStore(liveTable()),
  vault: liveCardVault().cards,
  log,
});
