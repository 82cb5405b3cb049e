import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveReceiveServices } from '../../shared/incoming-webhooks/live-receive-services.ts';
import { receiveWebhookByPut } from '../../shared/incoming-webhooks/operations.ts';
import { receiveFromProcessor } from '../../shared/incoming-webhooks/receive-webhook.ts';

/** Receives the webhook of a processor that sends it by PUT. */
export const receivePut = implement(receiveWebhookByPut, receiveFromProcessor);

export const handler = lambda(receivePut, liveReceiveServices);
