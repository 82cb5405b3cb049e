import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveReceiveServices } from '#switch/incoming-webhooks/live-receive-services.ts';
import { receiveWebhook } from '#switch/incoming-webhooks/operations.ts';
import { receiveFromProcessor } from '#switch/incoming-webhooks/receive-webhook.ts';

/** Receives a processor's webhook. */
export const receive = implement(receiveWebhook, receiveFromProcessor);

export const handler = lambda(receive, liveReceiveServices);
