import type { VaultWorld } from '../vault-in-memory.ts';
import type { VaultHandlers } from './handlers.ts';

export const proxyHandlers = (_world: VaultWorld): VaultHandlers => ({});
