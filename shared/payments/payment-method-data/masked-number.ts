/** A number of which only the last four signs are shown, and none when it is as short as a code. */
export const maskedNumber = (value: string) =>
  value.length >= 8 ? `****${value.slice(-4)}` : '****';

/** Like `maskedNumber`, for what may be absent. */
export const maskedIfGiven = (value: string | null | undefined) =>
  typeof value === 'string' ? maskedNumber(value) : null;
