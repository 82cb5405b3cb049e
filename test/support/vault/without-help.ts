import type { VaultAnswer } from './vault-in-memory.ts';

/** A refusal without its help for developers: these members are the same in every version. */
export function withoutHelp(body: VaultAnswer['body']): VaultAnswer['body'] {
  const { param: _, hint: __, request_id: ___, ...errors } = body.errors;
  return { ...body, errors };
}
