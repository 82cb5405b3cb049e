/** Where the sandbox processor asks a customer, by the challenge. */
export const challengeUrls = (sandboxUrl: string) => (challengeId: string) =>
  `${sandboxUrl.replace(/\/$/, '')}/challenges/${challengeId}`;
