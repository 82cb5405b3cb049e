/** The texts that a processor stated, without the members that it left empty. */
export const statedIn = (
  found: Readonly<Record<string, string | null | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(found).flatMap(([name, text]) => (text ? [[name, text] as const] : [])),
  );
