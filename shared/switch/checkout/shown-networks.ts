import { ownMember } from '#platform/own-member.ts';
import { markName } from './mark-name.ts';

/** The number of networks beside the name of a method. */
const most = 4;

/**
 * The accepted networks whose marks stand beside the name of a method, and the number of the others.
 *
 * @param marks the page's marks, by name
 */
export function shownNetworks(
  networks: readonly string[],
  marks: Readonly<Record<string, string>>,
): { readonly shown: readonly string[]; readonly more: number } {
  const drawn = networks.filter((one) => ownMember(marks, markName(one)) !== undefined);
  const shown = drawn.slice(0, most);
  return { shown, more: networks.length - shown.length };
}
