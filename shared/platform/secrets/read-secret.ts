import { type SecretsManager, secretsManager } from '../aws/secrets-manager.ts';
import { asRefusal } from '../aws/transient.ts';
import { keyTimeoutMs } from '../time-limits.ts';

export interface Secret {
  readonly value: string;
  /** When it got this value. */
  readonly since: Date;
}

let live: SecretsManager | undefined;

function liveSecrets(): SecretsManager {
  live ??= secretsManager({ callTimeoutMs: keyTimeoutMs });
  return live;
}

/**
 * Reads the current value of a secret in Secrets Manager. Throws as `SecretsManager` does, SwitchError
 * `temporarily_unavailable` where a later request may succeed, and for an empty secret.
 */
export async function readSecret(
  id: string,
  secrets = liveSecrets(),
  stage?: 'AWSPREVIOUS',
): Promise<Secret> {
  const { value, since } = await secrets.getSecretValue(id, stage).catch(asRefusal);
  if (!value) throw new Error('The secret is empty.');
  return { value, since };
}

/**
 * Reads the values of a secret that may be shown while it is rotated: the current one, and the one
 * before if there is one. Throws as `readSecret`.
 */
export async function readRotatedSecret(
  id: string,
  secrets = liveSecrets(),
): Promise<readonly string[]> {
  const { value: current } = await readSecret(id, secrets);
  const previous = await readSecret(id, secrets, 'AWSPREVIOUS').catch((error: unknown) => {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  });
  return previous ? [current, previous.value] : [current];
}
