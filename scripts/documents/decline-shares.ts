import { declineTables } from '#connectors/declines.ts';
import type { DeclineTable } from '#connectors/interface/decline-table.ts';
import { isOwnConnector } from '#vocabulary/connectors.ts';
import { declineKinds } from '#vocabulary/decline-kinds.ts';

/** How many documented codes of a connector have a kind that gives a payer a reason. */
interface DeclineShare {
  readonly connector: string;
  readonly documented: number;
  readonly mapped: number;
}

/** The share of each table. The simulated processors share one, under the name of the first. */
export function declineShares(): readonly DeclineShare[] {
  const names = new Map<DeclineTable, string>();
  for (const [name, table] of declineTables) {
    if (!names.has(table) && !isOwnConnector(name)) names.set(table, name);
  }
  return [...names].map(([table, connector]) => {
    const documented = codesOf(table).length;
    return { connector, documented, mapped: documented - (table.codes.unknown ?? []).length };
  });
}

export const codesOf = ({ codes }: DeclineTable): readonly string[] =>
  declineKinds.flatMap((kind) => codes[kind] ?? []);

/** The sum of all shares. */
export const wholeShare = (shares: readonly DeclineShare[]): DeclineShare => ({
  connector: 'all',
  documented: shares.reduce((sum, { documented }) => sum + documented, 0),
  mapped: shares.reduce((sum, { mapped }) => sum + mapped, 0),
});

/** A table of text, in columns. */
export const sharesText = (shares: readonly DeclineShare[]): string =>
  [
    `${'connector'.padEnd(16)}${'codes'.padStart(6)}${'mapped'.padStart(8)}${'share'.padStart(8)}`,
    ...shares.map(
      ({ connector, documented, mapped }) =>
        connector.padEnd(16) +
        String(documented).padStart(6) +
        String(mapped).padStart(8) +
        percent(mapped / documented).padStart(8),
    ),
  ].join('\n');

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** A connector's codes, by their kind. */
export const tableText = ({ codes }: DeclineTable): string =>
  declineKinds
    .flatMap((kind) => {
      const listed = codes[kind] ?? [];
      return listed.length > 0 ? [`${kind}\n${listed.map((code) => `  ${code}`).join('\n')}`] : [];
    })
    .join('\n');
