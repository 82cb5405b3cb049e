/** The value of an option of the CDK, as `--name value` or `--name=value`. */
export function optionOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(`--${name}`);
  const joined = args.find((one) => one.startsWith(`--${name}=`));
  return joined?.slice(name.length + 3) ?? (at < 0 ? undefined : args[at + 1]);
}
