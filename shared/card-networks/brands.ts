/** What merchants call the brands of the vault. */
export const brands = [
  'visa',
  'mastercard',
  'american_express',
  'discover',
  'diners_club',
  'jcb',
  'unionpay',
  'maestro',
  'elo',
  'mir',
  'hiper',
  'hipercard',
  'verve',
  'troy',
  'naranja',
  'rupay',
  'unknown',
] as const;
export type Brand = (typeof brands)[number];

/** As many of a number's first digits as decide its network for certain. */
export const decidingDigits = 8;
