import { amountsAt } from '../formats/processor-amounts.ts';
import { stripeCurrencies } from './currencies.ts';

/** How Stripe writes amounts: integers of its own minor units. */
export const stripeAmounts = amountsAt(stripeCurrencies);
