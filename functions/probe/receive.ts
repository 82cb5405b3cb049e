import { probeKeyOf } from '#operator/probe/probe-merchant.ts';
import { receiveProbeWebhook } from '#operator/probe/receive-webhook.ts';
import { readSecret } from '#platform/secrets/read-secret.ts';
import { environment } from '#platform/stage.ts';

let known: Promise<string> | undefined;

/** The probe's key, read once a container; a wrong signature may mean that it is another now. */
function operatorKey(): Promise<string> {
  known ??= readSecret(process.env.PROBE_KEY_SECRET ?? '').then(({ value }) =>
    probeKeyOf(environment(), value),
  );
  known.catch(() => {
    known = undefined;
  });
  return known;
}

export const handler: ReturnType<typeof receiveProbeWebhook> = async (event) => {
  const receive = receiveProbeWebhook(operatorKey);
  const answer = await receive(event);
  if (answer.statusCode === 200) return answer;
  known = undefined;
  return receive(event);
};
