import * as v from 'valibot';
import { text } from '#platform/schema.ts';
import { maskMembers } from '#platform/secrets/mask-secrets.ts';

/** The credentials of a merchant's own network token service. All of them are secret. */
export const NetworkTokenizationCredentials = v.strictObject({
  internal_network_token_service: v.strictObject({
    token_service_api_key: text(255),
    public_key: text(255),
    private_key: text(255),
    key_id: text(255),
  }),
});
export type NetworkTokenizationCredentials = v.InferOutput<typeof NetworkTokenizationCredentials>;

/** The credentials as responses show them: masked, but recognizable. */
export const maskedCredentials = <T extends object>(credentials: T | null | undefined): T | null =>
  credentials ? (maskMembers(credentials) as T) : null; // The same members, all of them texts.
