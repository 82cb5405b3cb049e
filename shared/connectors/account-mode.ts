import { ownMember } from '#platform/own-member.ts';
import type { ProcessorAddresses } from './base-urls.ts';
import type { About } from './interface/about.ts';
import type { ConnectorAccess } from './interface/exchange.ts';

/** Whether an account moves real money. */
export type AccountMode = 'live' | 'test';

/**
 * An account's mode, as its credentials show it, or else the address that it leads to. Undefined
 * where neither shows it, and for the sandbox processor.
 */
export function accountModeOf(
  about: About | undefined,
  { credentials, testMode }: Pick<ConnectorAccess, 'credentials' | 'testMode'>,
  { isProduction, overrides }: ProcessorAddresses,
): AccountMode | undefined {
  if (!about?.addresses) return undefined;
  if (about.liveCredentials) return areLive(credentials, about) ? 'live' : 'test';
  if (ownMember(overrides, about.name) !== undefined) return undefined;
  return isProduction && testMode !== true ? 'live' : 'test';
}

/** Whether credentials say that they are for real money. */
export function areLive(
  { auth_type: _, ...secrets }: { readonly auth_type: string },
  { liveCredentials }: Pick<About, 'liveCredentials'>,
): boolean {
  if (!liveCredentials) return false;
  return textsIn(secrets).some((text) => liveCredentials.test(text.trim()));
}

/** Every text in a value, however deep it lies. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
