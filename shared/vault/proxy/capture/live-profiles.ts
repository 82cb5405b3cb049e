import { liveVault } from '../../live-vault.ts';
import { type ProfileStore, profileStore } from './profile-store.ts';

export const liveProfiles = (): ProfileStore => profileStore(() => liveVault().table('cards'));
