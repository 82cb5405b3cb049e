/** Stands in the place of personal data that was deleted. */
export const redacted = 'Redacted';
