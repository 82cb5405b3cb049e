import * as v from 'valibot';
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
