import * as v from 'valibot';
import { maskMembers } from '../connector-accounts/connector-account.ts';
import { text } from '../schema.ts';

/** What a merchant's own network token service is called with. All of it is secret. */
export const NetworkTokenizationCredentials = v.strictObject({
  internal_network_token_service: v.strictObject({
    token_service_api_key: text(255),
    public_key: text(255),
    private_key: text(255),
    key_id: text(255),
  }),
});
export type NetworkTokenizationCredentials = v.InferOutput<typeof NetworkTokenizationCredentials>;

/** The credentials as they are answered: they can only be recognized. */
export const maskedCredentials = <T extends object>(credentials: T | null | undefined): T | null =>
  credentials ? (maskMembers(credentials) as T) : null; // The same members, all of them texts.
