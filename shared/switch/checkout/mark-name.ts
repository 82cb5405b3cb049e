/** The name of a mark: `americanexpress` for the network `AmericanExpress`, `anycard` without one. */
export const markName = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
