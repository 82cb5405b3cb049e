/** What a processor stated of each check, as it sent it; `null` for what it left empty. */
export const checksAsSent = <Name extends string>(
  found: Readonly<Record<Name, string | null | undefined>>,
): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    Object.entries<string | null | undefined>(found).map(([name, text]) => [name, text ?? null]),
  );
