import { SwitchError } from '#platform/errors.ts';
import type { RelayData, RelayRequest, RelayResponse } from './operations.ts';
import type { Relay, RelayInput } from './relay.ts';

/**
 * The input of a request.
 *
 * @throws SwitchError `missing_param` without data, `invalid_request` when the data is of another
 * type, `precondition_failed` for an amount above the maximum
 */
export function relayInputOf({ type, data }: RelayRequest): RelayInput {
  if (!data) throw new SwitchError('missing_param', { field: 'data' });
  const input = inputIn(data);
  if (input.type !== type) {
    throw new SwitchError('invalid_request', { message: `data does not belong to type ${type}` });
  }
  if (input.type === 'capture' && input.captureMinor > input.authorizedMinor) {
    throw new SwitchError('precondition_failed', {
      message: 'amount_to_capture is greater than authorized_amount',
    });
  }
  if (input.type === 'incremental_authorization' && input.additionalMinor > input.totalMinor) {
    throw new SwitchError('precondition_failed', {
      message: 'additional_amount is greater than total_amount',
    });
  }
  return input;
}

function inputIn(data: RelayData): RelayInput {
  if ('refund' in data) {
    const { amount: amountMinor, currency, reason } = data.refund;
    return { type: 'refund', amountMinor, currency, ...(reason != null && { reason }) };
  }
  if ('capture' in data) {
    const { authorized_amount, amount_to_capture, currency, capture_method: method } = data.capture;
    return {
      type: 'capture',
      authorizedMinor: authorized_amount,
      captureMinor: amount_to_capture,
      currency,
      ...(method != null && { method }),
    };
  }
  if ('incremental_authorization' in data) {
    const { total_amount, additional_amount, currency } = data.incremental_authorization;
    return {
      type: 'incremental_authorization',
      totalMinor: total_amount,
      additionalMinor: additional_amount,
      currency,
    };
  }
  const { amount, currency, cancellation_reason: reason } = data.void;
  return {
    type: 'void',
    ...(amount != null && { amountMinor: amount }),
    ...(currency != null && { currency }),
    ...(reason != null && { reason }),
  };
}

/** Presents a relay to its merchant. */
export function presentRelay(relay: Relay): RelayResponse {
  const { error, input } = relay;
  return {
    id: relay.id,
    status: relay.status,
    connector_resource_id: relay.connectorResourceId,
    error: error
      ? { code: error.code ?? 'No error code', message: error.message ?? 'No error message' }
      : null,
    connector_reference_id: relay.connectorReferenceId ?? null,
    connector_id: relay.connectorAccountId,
    profile_id: relay.profileId,
    type: input.type,
    data: relayDataOf(input),
  };
}

function relayDataOf(input: RelayInput): RelayData {
  // The input comes from a parsed request, so its currency is a known one.
  const currency = input.currency as Extract<RelayData, { refund: unknown }>['refund']['currency'];
  switch (input.type) {
    case 'refund':
      return { refund: { amount: input.amountMinor, currency, reason: input.reason ?? null } };
    case 'capture':
      return {
        capture: {
          authorized_amount: input.authorizedMinor,
          amount_to_capture: input.captureMinor,
          currency,
          capture_method: input.method ?? null,
        },
      };
    case 'incremental_authorization':
      return {
        incremental_authorization: {
          total_amount: input.totalMinor,
          additional_amount: input.additionalMinor,
          currency,
        },
      };
    case 'void':
      return {
        void: {
          amount: input.amountMinor ?? null,
          currency: currency ?? null,
          cancellation_reason: input.reason ?? null,
        },
      };
  }
}
