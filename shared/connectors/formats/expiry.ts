import type { Card } from '../interface/card.ts';

/** The year of an expiry in four digits. */
export const fourDigits = (year: string): string => (year.length === 2 ? `20${year}` : year);

/** An expiry as `2030-03`, with the month as it is. */
export const yearAndMonth = ({
  expiryYear,
  expiryMonth,
}: Pick<Card, 'expiryYear' | 'expiryMonth'>) => `${fourDigits(expiryYear)}-${expiryMonth}`;

/** An expiry as `0330` or, with something between month and year, `03/30`. */
export const monthAndShortYear = (
  { expiryYear, expiryMonth }: Pick<Card, 'expiryYear' | 'expiryMonth'>,
  between = '',
) => `${expiryMonth}${between}${expiryYear.slice(-2)}`;
