import { amountsAt } from '../formats/processor-amounts.ts';
import { worldpayCurrencies } from './currencies.ts';

/** Amounts as Worldpay counts them. */
export const amounts = amountsAt(worldpayCurrencies);
