/** A year of two digits is one of this century. */
export const fourDigitYear = (year: string) => (year.length === 2 ? `20${year}` : year);
