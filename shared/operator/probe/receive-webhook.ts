import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { signature512 } from '#platform/crypto/webhook-signatures.ts';
import { probeHashKey } from './probe-merchant.ts';

/**
 * Takes the probe's webhooks as a careful merchant does: answers 200 to a right signature, and 401
 * to everything else. It stores nothing, since the switch stores how its webhook was taken.
 */
export const receiveProbeWebhook =
  (operatorKey: () => Promise<string>) =>
  async ({
    body = '',
    headers,
    isBase64Encoded,
  }: Pick<
    APIGatewayProxyEventV2,
    'body' | 'headers' | 'isBase64Encoded'
  >): Promise<APIGatewayProxyStructuredResultV2> => {
    const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
    const right = Buffer.from(signature512(probeHashKey(await operatorKey()), text));
    const given = Buffer.from(headers['x-webhook-signature-512'] ?? '');
    const isRight = given.length === right.length && timingSafeEqual(given, right);
    return { statusCode: isRight ? 200 : 401, body: '' };
  };
