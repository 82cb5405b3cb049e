/** One field of the merchant's own. */
interface MerchantDefined {
  /** `1` to `100`. */
  readonly key: string;
  readonly value: string;
}

const mostFields = 100;
const longestValue = 255;

/**
 * The merchant's metadata as numbered fields, in the order in which they were stated, with the name
 * before the value. Undefined where there is none. Cybersource takes a hundred, of 255 characters
 * each; longer ones are cut.
 */
export function merchantDefined(
  metadata: Readonly<Record<string, unknown>> = {},
): readonly MerchantDefined[] | undefined {
  const fields = Object.entries(metadata)
    .filter(([, value]) => value !== null && value !== undefined)
    .slice(0, mostFields)
    .map(([name, value], index) => ({
      key: String(index + 1),
      value: `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`.slice(
        0,
        longestValue,
      ),
    }));
  return fields.length === 0 ? undefined : fields;
}
