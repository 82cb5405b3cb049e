/**
 * `stripe=https://api.stripe.com/,adyen=sandbox` as settings of the deployment, by the names that
 * `-c` takes; undefined where a part is not `NAME=` and a URL or `sandbox`.
 */
export function connectorSettings(given: string): Readonly<Record<string, string>> | undefined {
  const parts = given.split(',').map((part) => {
    const [, name = '', value = ''] = /^\s*(\w+)=(\S+)\s*$/.exec(part) ?? [];
    const isUrl = /^https?:$/.test(URL.parse(value)?.protocol ?? '');
    return isUrl || value === 'sandbox' ? ([`connectorUrl.${name}`, value] as const) : undefined;
  });
  if (parts.includes(undefined)) return undefined;
  return Object.fromEntries(parts.filter((part) => part !== undefined));
}
