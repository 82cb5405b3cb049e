import * as v from 'valibot';
import { ownMember, setOwnMember } from '#platform/own-member.ts';
import { ConnectorType } from '#vocabulary/connectors.ts';
import type { ConnectorAccount } from '../accounts/merchant-account.ts';

/** Connector accounts by the name of their connector. */
export const AccountsByConnector = v.record(
  v.string(),
  v.array(
    v.object({
      connector_label: v.string(),
      merchant_connector_id: v.string(),
      connector_type: ConnectorType,
    }),
  ),
);
export type AccountsByConnector = v.InferOutput<typeof AccountsByConnector>;

/** Also has the connectors in `others`, if none of the accounts is with them. */
export function accountsByConnector(
  accounts: readonly ConnectorAccount[],
  others: readonly string[] = [],
): AccountsByConnector {
  const byName: AccountsByConnector = {};
  for (const { connectorName, label, id, connectorType } of accounts) {
    setOwnMember(byName, connectorName, [
      ...(ownMember(byName, connectorName) ?? []),
      {
        connector_label: label,
        merchant_connector_id: id,
        connector_type: v.parse(ConnectorType, connectorType),
      },
    ]);
  }
  for (const name of others) {
    if (!Object.hasOwn(byName, name)) setOwnMember(byName, name, []);
  }
  return byName;
}

/** The accounts of a profile, or of all profiles; of one type, or of all types. */
export const accountsOf = (
  accounts: readonly ConnectorAccount[],
  {
    profileId,
    type,
  }: {
    readonly profileId?: string | undefined;
    readonly type?: v.InferOutput<typeof ConnectorType>;
  },
): readonly ConnectorAccount[] =>
  accounts.filter(
    (account) =>
      (profileId === undefined || account.profileId === profileId) &&
      (type === undefined || account.connectorType === type),
  );
