import { awsAttempts } from '../time-limits.ts';
import { userAgentParts } from './user-agent.ts';

/** Settings that the SDK's clients of SQS and S3 share. */
export const sdkSettings = {
  maxAttempts: awsAttempts,
  // The SDK's own provider inspects the machine, once for each client.
  defaultUserAgentProvider: async () => userAgentParts(),
};

/** The client without its logging middleware, which runs for each call and never writes. */
export function withoutLog<Client extends { middlewareStack: { remove(name: string): boolean } }>(
  client: Client,
): Client {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}
