import { amountWanted } from '#connectors/abouts.ts';
import { SwitchError } from '#platform/errors.ts';

/**
 * The refusal of an amount that the processor of a `connector_name` cannot express, such as 12.50
 * of a currency that has no decimals there; undefined where it can. Each amount that a merchant
 * states is checked before anything is written.
 *
 * @param amountMinor in minor units
 * @param field the member of the request that states it
 */
export function refusalOfAmount(
  connectorName: string,
  amountMinor: number,
  currency: string,
  field: string,
): SwitchError | undefined {
  const expected = amountWanted(connectorName, amountMinor, currency);
  return expected === undefined ? undefined : new SwitchError('invalid_data', { field, expected });
}

/**
 * The same of an amount that belongs to a payment or a relay.
 *
 * @throws SwitchError `invalid_data`
 */
export function checkExpressible(
  { connectorName }: { readonly connectorName?: string | undefined },
  amountMinor: number,
  currency: string,
  field: string,
): void {
  const refusal = refusalOfAmount(connectorName ?? '', amountMinor, currency, field);
  if (refusal) throw refusal;
}
