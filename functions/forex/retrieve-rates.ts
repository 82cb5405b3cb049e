import { lambda } from '#merchants/lambda.ts';
import { type ExchangeRateStore, exchangeRateStore } from '#operator/forex/exchange-rate-store.ts';
import { retrieveExchangeRates } from '#operator/forex/operations.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly exchangeRates: ExchangeRateStore;
}

/** Retrieves the operator's exchange rates. */
export const retrieveRates = implement(
  retrieveExchangeRates,
  async (_, { exchangeRates }: Services) => {
    const { rates, setAt } = await exchangeRates.get();
    return { data: rates, timestamp: setAt };
  },
);

export const handler = lambda(retrieveRates, () => ({
  exchangeRates: exchangeRateStore(liveTable()),
}));
