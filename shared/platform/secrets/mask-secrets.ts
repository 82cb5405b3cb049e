import { ownMember } from '../own-member.ts';

/** The first two and the last two characters of a secret, or nothing of a short one. */
export const maskSecret = (secret: string) =>
  secret.length <= 4
    ? '*'.repeat(secret.length)
    : secret.slice(0, 2) + '*'.repeat(secret.length - 4) + secret.slice(-2);

/**
 * Secrets after a request, at any depth. A caller who sends back our masked answer, stars and all,
 * changes nothing.
 */
export function secretsAfter<T>(stated: T, before: unknown): T {
  if (typeof stated === 'string') {
    // A text takes the place of a text.
    return typeof before === 'string' && stated === maskSecret(before) ? (before as T) : stated;
  }
  if (typeof stated !== 'object' || stated === null || Array.isArray(stated)) return stated;
  const current = typeof before === 'object' && before !== null ? { ...before } : {};
  const members = Object.entries(stated).map(([name, value]) => [
    name,
    secretsAfter(value, ownMember(current, name)),
  ]);
  return Object.fromEntries(members) as T; // The same members, each of the type that it had.
}

/** The same of each member, at any depth; a member without a value stays `null`. */
export const maskMembers = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, masked(value)]));

function masked(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value === 'object') return maskMembers(value);
  return maskSecret(String(value));
}
