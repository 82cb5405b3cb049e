import type { App } from 'aws-cdk-lib';
import * as v from 'valibot';
import { unknownAdapter } from '../shared/connectors/adapter-names.ts';
import type { Stage } from './stage.ts';

/** The context's keys that state a base URL: `connectorUrl.stripe`. */
const prefix = 'connectorUrl.';

/** The sandbox processor's own base URLs, by the connector whose API it speaks there. */
const inSandbox: Readonly<Record<string, string>> = { stripe: '/stripe/' };

/**
 * The base URLs that `-c connectorUrl.NAME=https://…` states instead of a processor's own, as JSON
 * for functions; undefined without any. `sandbox` means the sandbox processor, which speaks the API
 * of `stripe`. On a laptop `stripe` leads there unless the context says otherwise.
 *
 * @throws Error for a name that is no connector's, which lists them; for a value that is no URL, or
 * none that this stage may ask
 */
export function connectorUrlsOf(
  app: App,
  { name: stageName, loopbackAllowed }: Pick<Stage, 'name' | 'loopbackAllowed'>,
  sandboxUrl: string | undefined,
): string | undefined {
  const context = v.parse(v.record(v.string(), v.unknown()), app.node.getAllContext());
  const stated = Object.entries(context).flatMap(([key, value]) =>
    key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
  );
  const all = new Map<string, unknown>([
    ...(stageName === 'laptop' ? ([['stripe', 'sandbox']] as const) : []),
    ...stated,
  ]);
  if (all.size === 0) return undefined;
  const urls = [...all].map(([name, value]) => {
    const unknown = unknownAdapter(name);
    if (unknown !== undefined) throw new Error(`${prefix}${name}: ${unknown}`);
    return [
      name,
      value === 'sandbox' ? sandboxUrlOf(name, sandboxUrl) : urlOf(name, value, loopbackAllowed),
    ];
  });
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

function urlOf(name: string, value: unknown, mayBeHttp: boolean): string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  const isSecure = url?.protocol === 'https:' || (mayBeHttp && url?.protocol === 'http:');
  if (!url || !isSecure || url.search || url.hash || url.username) {
    throw new Error(`${prefix}${name} must be an https address without a query, or sandbox.`);
  }
  return url.href;
}
