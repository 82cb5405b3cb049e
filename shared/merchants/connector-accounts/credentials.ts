import * as v from 'valibot';
import { JsonObject } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';

const form = <Form extends string, Entries extends v.ObjectEntries>(name: Form, members: Entries) =>
  v.object({ auth_type: v.literal(name), ...members });

/** The credentials of a merchant at a processor. Members that a form does not have are dropped. */
export const ConnectorCredentials = v.variant('auth_type', [
  form('HeaderKey', { api_key: v.string() }),
  form('BodyKey', { api_key: v.string(), key1: v.string() }),
  form('SignatureKey', { api_key: v.string(), key1: v.string(), api_secret: v.string() }),
  form('MultiAuthKey', {
    api_key: v.string(),
    key1: v.string(),
    api_secret: v.string(),
    key2: v.string(),
  }),
  form('CurrencyAuthKey', { auth_key_map: v.record(Currency, JsonObject) }),
  form('CertificateAuth', { certificate: v.string(), private_key: v.string() }),
  form('NoKey', {}),
  // A place held for credentials that are still to come.
  form('TemporaryAuth', {}),
]);
export type ConnectorCredentials = v.InferOutput<typeof ConnectorCredentials>;
