import { sendBytes } from '#platform/http/egress/egress.ts';
import { loopbackAllowed } from '#platform/stage.ts';
import { liveVault } from '../../live-vault.ts';
import { type DestinationStore, destinationStore } from './destination-store.ts';
import type { Egress } from './send-to-target.ts';
import type { Reach } from './target.ts';

export const liveReach = (): Reach => (loopbackAllowed() ? 'public and loopback' : 'public');

export const liveDestinations = (): DestinationStore =>
  destinationStore(() => liveVault().table('cards'));

/** The egress of this deployment's proxies to targets. */
export const liveEgress = (): Egress => ({
  destinations: liveDestinations(),
  send: sendBytes,
  reach: liveReach(),
  audit: liveVault().audit,
});
