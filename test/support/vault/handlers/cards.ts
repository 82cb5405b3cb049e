import { authorize } from '../../../../functions/vault/authorize-card.ts';
import { remove } from '../../../../functions/vault/delete-card.ts';
import { list } from '../../../../functions/vault/list-cards.ts';
import { retrieve } from '../../../../functions/vault/retrieve-card.ts';
import { store } from '../../../../functions/vault/store-card.ts';
import type { VaultInMemory } from '../vault-context.ts';
import type { VaultHandlers } from './handlers.ts';

export const cardsHandlers = ({ vault, serve }: VaultInMemory): VaultHandlers => {
  const { cards, codes, keys, table } = vault;
  return {
    'vault.store-card': serve(store, () => ({
      cards,
      codes,
      keys,
      credentials: table('credentials'),
    })),
    'vault.retrieve-card': serve(retrieve, () => ({ cards })),
    'vault.list-cards': serve(list, () => ({ cards: table('cards'), keys, codes })),
    'vault.delete-card': serve(remove, () => ({ cards })),
    'vault.authorize-card': serve(authorize, () => ({ cards, codes })),
  };
};
