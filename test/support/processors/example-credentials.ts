import type { Credentials } from '#connectors/interface/exchange.ts';

/** Credentials of a form, with a text of its own for each member. */
export function exampleCredentials(authType: Credentials['auth_type'] = 'HeaderKey'): Credentials {
  const [api_key, key1, api_secret, key2] = ['a', 'b', 'c', 'd'];
  switch (authType) {
    case 'HeaderKey':
      return { auth_type: authType, api_key };
    case 'BodyKey':
      return { auth_type: authType, api_key, key1 };
    case 'SignatureKey':
      return { auth_type: authType, api_key, key1, api_secret };
    case 'MultiAuthKey':
      return { auth_type: authType, api_key, key1, api_secret, key2 };
    case 'CurrencyAuthKey':
      return { auth_type: authType, auth_key_map: {} };
    case 'CertificateAuth':
      return { auth_type: authType, certificate: 'a', private_key: 'b' };
    case 'NoKey':
      return { auth_type: authType };
  }
}
