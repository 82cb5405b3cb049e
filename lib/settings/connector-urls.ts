import type { Settings } from './read-settings.ts';
import { connectorUrlPrefix as prefix } from './settings.ts';
import type { Stage } from './stage.ts';

/** The sandbox processor's own base URLs, by the connector whose API it serves there. */
const inSandbox: Readonly<Record<string, string>> = { stripe: '/stripe/' };

/**
 * The base URLs that the settings `connectorUrl.NAME` state instead of a processor's own, as JSON
 * for functions; undefined without any. `sandbox` means the sandbox processor, which serves the API
 * of `stripe`. On a laptop `stripe` leads there unless the settings say otherwise.
 *
 * @throws Error for an address that this stage may not ask
 */
export function connectorUrlsOf(
  { connectorUrls }: Pick<Settings, 'connectorUrls'>,
  { name: stageName, loopbackAllowed }: Pick<Stage, 'name' | 'loopbackAllowed'>,
  sandboxUrl: string | undefined,
): string | undefined {
  const all = new Map([
    ...(stageName === 'laptop' ? ([['stripe', 'sandbox']] as const) : []),
    ...connectorUrls,
  ]);
  if (all.size === 0) return undefined;
  const urls = [...all].map(([name, value]) => [
    name,
    value === 'sandbox' ? sandboxUrlOf(name, sandboxUrl) : urlOf(name, value, loopbackAllowed),
  ]);
  return JSON.stringify(Object.fromEntries(urls));
}

function sandboxUrlOf(name: string, sandboxUrl: string | undefined): string {
  const path = inSandbox[name];
  if (path === undefined) {
    throw new Error(`${prefix}${name}: the sandbox processor does not speak the API of ${name}.`);
  }
  if (sandboxUrl === undefined) {
    throw new Error(`${prefix}${name}: this stage has no sandbox processor.`);
  }
  return `${sandboxUrl}${path}`;
}

function urlOf(name: string, value: string, mayBeHttp: boolean): string {
  const url = URL.parse(value);
  const isSecure = url?.protocol === 'https:' || (mayBeHttp && url?.protocol === 'http:');
  if (!url || !isSecure || url.search || url.hash || url.username) {
    throw new Error(`${prefix}${name} must be an https address without a query, or sandbox.`);
  }
  return url.href;
}
