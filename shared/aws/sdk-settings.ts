import { userAgentParts } from './user-agent.ts';

/** What the SDK's own clients have in common here: those of SQS, S3 and Secrets Manager. */
export const sdkSettings = {
  maxAttempts: 3,
  // The SDK's own would look up the machine, for each client anew.
  defaultUserAgentProvider: async () => userAgentParts(),
};

/** A client without what it does for each call and we have no use for: a log that is never written. */
export function withoutLog<Client extends { middlewareStack: { remove(name: string): boolean } }>(
  client: Client,
): Client {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}
