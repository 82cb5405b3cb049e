import { amountsAt } from '../formats/processor-amounts.ts';
import { checkoutCurrencies } from './currencies.ts';

/** Amounts as Checkout.com counts them. */
export const amounts = amountsAt(checkoutCurrencies);
