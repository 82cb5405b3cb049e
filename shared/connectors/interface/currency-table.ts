/**
 * How a processor counts money, by its own page. Inside the switch an amount is an integer of the
 * minor units of `minor-unit-digits.ts`; a processor may count the same currency otherwise.
 */
export interface CurrencyTable {
  /** The address of the processor's page. */
  readonly source: string;
  /** Every currency that the page lists, ISO 4217. Another one is refused as not taken. */
  readonly listed: readonly string[];
  /** The decimals of currencies that the processor counts otherwise than `minor-unit-digits.ts`. */
  readonly decimals?: Readonly<Record<string, number>>;
  /**
   * How many of the last digits of the processor's number have to be zeros, by currency: the number
   * counts hundredths of a currency that has none, or thousandths where banks settle hundredths.
   */
  readonly zeros?: Readonly<Record<string, number>>;
}
