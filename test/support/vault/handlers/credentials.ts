import type { VaultWorld } from '../vault-in-memory.ts';
import type { VaultHandlers } from './handlers.ts';

export const credentialsHandlers = (_world: VaultWorld): VaultHandlers => ({});
