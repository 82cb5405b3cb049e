import { loopbackAllowed } from '#platform/stage.ts';

/**
 * The origin of a page of the switch in the browser: that of the page's public address. A laptop has
 * several names, so there it is that of the request.
 */
export function pageOrigin(
  address: string,
  { host }: Readonly<Record<string, string | undefined>>,
): string {
  const isLaptop = host !== undefined && /^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/.test(host);
  return isLaptop && loopbackAllowed() ? `http://${host}` : new URL(address).origin;
}
