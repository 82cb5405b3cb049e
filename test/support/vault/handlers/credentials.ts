import { apiKeys } from '#vault/credentials/api-keys.ts';
import { sessionTokens } from '#vault/credentials/session-tokens.ts';
import { create } from '../../../../functions/vault/create-api-key.ts';
import { create as createToken } from '../../../../functions/vault/create-session-token.ts';
import { list } from '../../../../functions/vault/list-api-keys.ts';
import { retrieve } from '../../../../functions/vault/retrieve-api-key.ts';
import { revoke } from '../../../../functions/vault/revoke-api-key.ts';
import type { VaultInMemory } from '../vault-context.ts';
import type { VaultHandlers } from './handlers.ts';

export function credentialsHandlers({ vault, master, serve }: VaultInMemory): VaultHandlers {
  const credentials = () => vault.table('credentials');
  const keys = apiKeys(credentials, master);
  const { audit } = vault;
  const services = () => ({
    keys,
    audit,
    tokens: sessionTokens(credentials),
    cards: () => vault.table('cards'),
  });
  return {
    'vault.list-api-keys': serve(list, services),
    'vault.create-api-key': serve(create, services),
    'vault.retrieve-api-key': serve(retrieve, services),
    'vault.revoke-api-key': serve(revoke, services),
    'vault.create-session-token': serve(createToken, services),
  };
}
