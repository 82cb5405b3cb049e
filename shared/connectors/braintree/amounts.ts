import { amountsAt } from '../formats/processor-amounts.ts';
import { braintreeCurrencies } from './currencies.ts';

/** Amounts as Braintree counts them. */
export const amounts = amountsAt(braintreeCurrencies);
