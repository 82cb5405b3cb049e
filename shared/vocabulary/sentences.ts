/** Two sentences. Chinese and Japanese have no space between them. */
export const sentences = (first: string, second: string): string =>
  first.endsWith('。') ? `${first}${second}` : `${first} ${second}`;
