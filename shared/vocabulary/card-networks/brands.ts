/** The names of card brands in the vault's API. */
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
  'cartes_bancaires',
  'bancontact',
  'dankort',
  'eftpos_australia',
  'unknown',
] as const;
export type Brand = (typeof brands)[number];

/** How many first digits of a number are enough to decide its network. */
export const decidingDigits = 8;
