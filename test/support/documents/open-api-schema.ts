/** OpenAPI 3.0 says `nullable` where JSON Schema has one more type. */
export function withNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNull);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...plain }: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([key, one]) => [key, withNull(one)]),
  );
  return nullable === true ? { anyOf: [plain, { type: 'null' }] } : plain;
}
