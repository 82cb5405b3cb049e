import { receiveProbeWebhook } from '#operator/probe/receive-webhook.ts';
import { readSecret } from '#platform/secrets/read-secret.ts';

let known: Promise<string> | undefined;

/** The operator's key, read once a container; a wrong signature may mean that it is another now. */
function adminKey(): Promise<string> {
  known ??= readSecret(process.env.ADMIN_KEY_SECRET ?? '').then(({ value }) => value);
  known.catch(() => {
    known = undefined;
  });
  return known;
}

export const handler: ReturnType<typeof receiveProbeWebhook> = async (event) => {
  const receive = receiveProbeWebhook(adminKey);
  const answer = await receive(event);
  if (answer.statusCode === 200) return answer;
  known = undefined;
  return receive(event);
};
