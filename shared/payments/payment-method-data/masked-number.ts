/** Masks all but the last four characters; everything when the value is as short as a code. */
export const maskedNumber = (value: string) =>
  value.length >= 8 ? `****${value.slice(-4)}` : '****';

/** Like `maskedNumber`, for values that may be absent. */
export const maskedIfGiven = (value: string | null | undefined) =>
  typeof value === 'string' ? maskedNumber(value) : null;
