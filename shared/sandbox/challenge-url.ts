/** The URL of a challenge's page, by the challenge's id. */
export const challengeUrls = (sandboxUrl: string) => (challengeId: string) =>
  `${sandboxUrl.replace(/\/$/, '')}/challenges/${challengeId}`;
