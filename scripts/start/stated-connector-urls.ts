/**
 * The base URLs in `stripe=https://api.stripe.com/,adyen=sandbox` by the connectors' names;
 * undefined where a part is not `NAME=` and a URL or `sandbox`.
 */
export function statedConnectorUrls(given: string): ReadonlyMap<string, string> | undefined {
  const parts = given.split(',').map((part) => {
    const [, name = '', value = ''] = /^\s*(\w+)=(\S+)\s*$/.exec(part) ?? [];
    const isUrl = /^https?:$/.test(URL.parse(value)?.protocol ?? '');
    return isUrl || value === 'sandbox' ? ([name, value] as const) : undefined;
  });
  if (parts.includes(undefined)) return undefined;
  return new Map(parts.filter((part) => part !== undefined));
}
