import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveReceiveServices } from '../../shared/incoming-webhooks/live-receive-services.ts';
import { receiveWebhook } from '../../shared/incoming-webhooks/operations.ts';
import { receiveFromProcessor } from '../../shared/incoming-webhooks/receive-webhook.ts';

/** Receives a processor's webhook. */
export const receive = implement(receiveWebhook, receiveFromProcessor);

export const handler = lambda(receive, liveReceiveServices);
