/** A processor's result of each check, as it sent it; `null` for an empty result. */
export const checksAsSent = <Name extends string>(
  found: Readonly<Record<Name, string | null | undefined>>,
): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    Object.entries<string | null | undefined>(found).map(([name, text]) => [name, text ?? null]),
  );
