import { timingSafeEqual } from 'node:crypto';
import { readSecret } from '../../secrets/read-secret.ts';
import { sha256 } from '../../table/shared-keys.ts';
import { type AdminKey, noAdminKey } from './authenticate.ts';

/** Longest time in ms until a rotated key is valid and the old one is not. */
const cacheMs = 60_000;

/** Reads the key once, and again when the cached one is old, so rotating it needs no deployment. */
export function adminKeyFrom(read: () => Promise<string>, clock = () => Date.now()): AdminKey {
  let known: { readonly hash: Promise<Buffer>; readonly at: number } | undefined;
  const hash = () => {
    if (!known || clock() - known.at > cacheMs) {
      const reading = read().then(sha256);
      known = { hash: reading, at: clock() };
      // A failed read is not cached: the next request reads again.
      reading.catch(() => {
        known = undefined;
      });
    }
    return known.hash;
  };
  return { matches: async (key) => timingSafeEqual(sha256(key), await hash()) };
}

let live: AdminKey | undefined;

/** The admin key in Secrets Manager, for functions that may read it where operators share one. */
export function liveAdminKey(): AdminKey {
  const id = process.env.ADMIN_KEY_SECRET;
  if (!id) return noAdminKey;
  live ??= adminKeyFrom(async () => (await readSecret(id)).value);
  return live;
}
