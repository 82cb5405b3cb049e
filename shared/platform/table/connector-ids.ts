import type { Item } from './port.ts';
import type { Table } from './table.ts';

/** The kinds of objects that a processor's own id may name, in its webhooks. */
export type ConnectorIdKind = 'PAYMENT' | 'REFUND' | 'PAYOUT' | 'MANDATE';

interface Named {
  readonly merchantId: string;
  /** Processors' ids are unique within an account at most. */
  readonly accountId: string;
  readonly kind: ConnectorIdKind;
  readonly connectorId: string;
}

/** An object by the processor's own id of it, once known, and by our reference. */
export interface IndexedObject extends Omit<Named, 'accountId' | 'connectorId'> {
  readonly accountId: string | undefined;
  readonly connectorId: string | undefined;
  readonly reference: string;
}

const partition = ({ merchantId, accountId, connectorId }: Omit<Named, 'kind'>) =>
  `MERCHANT#${merchantId}#CONNECTOR_ID#${accountId}#${connectorId}`;

const prefix = (kind: ConnectorIdKind) => `${kind}#`;

/**
 * Puts an item on the list index by the processor's own id of it, so that a webhook which names
 * nothing else leads to it; no keys while the id is unknown.
 */
export const connectorIdKeys = ({
  merchantId,
  accountId,
  connectorId,
  kind,
  reference,
}: IndexedObject): Pick<Item, 'listPk' | 'listSk'> =>
  accountId === undefined || connectorId === undefined
    ? {}
    : {
        listPk: partition({ merchantId, accountId, connectorId }),
        listSk: prefix(kind) + reference,
      };

/** Finds objects by the processors' own ids of them. */
export interface ConnectorIds {
  /** Our references; empty when there is none, or when its save is a few milliseconds old. */
  referencesOf(named: Named): Promise<readonly string[]>;
}

export const connectorIds = (table: Pick<Table, 'query'>): ConnectorIds => ({
  async referencesOf(named) {
    const beginsWith = prefix(named.kind);
    const entries = await table.query(partition(named), { index: 'by-list', beginsWith });
    return entries.map(({ listSk = '' }) => listSk.slice(beginsWith.length));
  },
});
