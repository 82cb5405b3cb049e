import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveReceiveServices } from '#switch/incoming-webhooks/live-receive-services.ts';
import { receiveWebhookByPut } from '#switch/incoming-webhooks/operations.ts';
import { receiveFromProcessor } from '#switch/incoming-webhooks/receive-webhook.ts';

/** Receives the webhook of a processor that sends it by PUT. */
export const receivePut = implement(receiveWebhookByPut, receiveFromProcessor);

export const handler = lambda(receivePut, liveReceiveServices);
