import { sendBytes } from '#platform/http/egress/egress.ts';
import { exhaustedProfiles } from '#vault/proxy/capture/exhausted-profiles.ts';
import { profileStore } from '#vault/proxy/capture/profile-store.ts';
import { destinationStore } from '#vault/proxy/send/destination-store.ts';
import { capture } from '../../../../functions/vault/capture-cards.ts';
import { create as createDestination } from '../../../../functions/vault/create-destination.ts';
import { create as createProfile } from '../../../../functions/vault/create-tokenization-profile.ts';
import { remove as deleteDestination } from '../../../../functions/vault/delete-destination.ts';
import { remove as deleteProfile } from '../../../../functions/vault/delete-tokenization-profile.ts';
import { list as listDestinations } from '../../../../functions/vault/list-destinations.ts';
import { list as listProfiles } from '../../../../functions/vault/list-tokenization-profiles.ts';
import { retrieve as retrieveProfile } from '../../../../functions/vault/retrieve-tokenization-profile.ts';
import { send } from '../../../../functions/vault/send-card.ts';
import { update as updateProfile } from '../../../../functions/vault/update-tokenization-profile.ts';
import type { VaultInMemory } from '../vault-context.ts';
import type { VaultHandlers } from './handlers.ts';

/** The proxies as on a laptop: their targets are servers on loopback. */
export const proxyHandlers = (world: VaultInMemory): VaultHandlers => {
  const { vault, edge, serve } = world;
  const { cards, codes, audit } = vault;
  const reach = 'public and loopback' as const;
  const destinations = destinationStore(() => vault.table('cards'));
  const profiles = profileStore(() => vault.table('cards'));
  const credentials = vault.table('credentials');
  const exhausted = exhaustedProfiles();
  const egress = { destinations, send: sendBytes, reach, audit };
  return {
    'vault.send-card': serve(send, () => ({ cards, codes, egress, log: edge().log })),
    'vault.capture-cards': serve(capture, () => ({
      cards,
      credentials,
      profiles,
      egress,
      exhausted,
    })),
    'vault.list-destinations': serve(listDestinations, () => ({ destinations })),
    'vault.create-destination': serve(createDestination, () => ({ destinations, audit, reach })),
    'vault.delete-destination': serve(deleteDestination, () => ({ destinations, audit })),
    'vault.list-tokenization-profiles': serve(listProfiles, () => ({ profiles })),
    'vault.create-tokenization-profile': serve(createProfile, () => ({ profiles, audit })),
    'vault.retrieve-tokenization-profile': serve(retrieveProfile, () => ({ profiles })),
    'vault.update-tokenization-profile': serve(updateProfile, () => ({ profiles, audit })),
    'vault.delete-tokenization-profile': serve(deleteProfile, () => ({ profiles, audit })),
  };
};
