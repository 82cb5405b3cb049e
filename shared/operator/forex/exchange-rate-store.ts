import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { exchangeRatesKey } from '#platform/table/shared-keys.ts';
import type { Table } from '#platform/table/table.ts';
import { ExchangeRates } from './exchange-rates.ts';

const StoredRates = v.object({
  rates: ExchangeRates,
  /** Seconds since 1970. */
  setAt: v.number(),
});
type StoredRates = v.InferOutput<typeof StoredRates>;

/** The operator's exchange rates. All merchants read the same. */
export interface ExchangeRateStore {
  /** Throws `exchange_rates_not_found` while the operator has set none. */
  get(): Promise<StoredRates>;
  /** Replaces all rates. Of two at once, the later one counts whole. */
  set(rates: StoredRates): Promise<void>;
}

export const exchangeRateStore = (table: Table): ExchangeRateStore => ({
  async get() {
    const item = await table.getRecent(exchangeRatesKey);
    if (!item) throw new SwitchError('exchange_rates_not_found');
    return v.parse(StoredRates, item);
  },

  set: ({ rates, setAt }) => table.change(exchangeRatesKey, { set: { rates, setAt } }),
});
