import { lambda } from '#merchants/lambda.ts';
import { type ExchangeRateStore, exchangeRateStore } from '#operator/forex/exchange-rate-store.ts';
import { completeRates } from '#operator/forex/exchange-rates.ts';
import { setExchangeRates } from '#operator/forex/operations.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly exchangeRates: ExchangeRateStore;
}

/** Replaces the exchange rates of all merchants. A repeat sets the same. */
export const setRates = implement(
  setExchangeRates,
  async ({ body, now }, { exchangeRates }: Services) => {
    const rates = completeRates(body);
    const setAt = Math.floor(now.getTime() / 1_000);
    await exchangeRates.set({ rates, setAt });
    return { data: rates, timestamp: setAt };
  },
);

export const handler = lambda(
  setRates,
  () => ({ exchangeRates: exchangeRateStore(liveTable()) }),
  liveAdminKey,
);
