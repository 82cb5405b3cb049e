import { idempotencyKeySeconds, minClientKeyLength } from '#platform/http/operation/idempotency.ts';
import type { Operation } from '#platform/http/operation/operation.ts';
import type { Parameter } from './operations.ts';

/** The `Idempotency-Key` parameter of operations that honour it; otherwise none. */
export function idempotencyKeyOf({ method, auth, repeats }: Operation): readonly Parameter[] {
  const isHonoured = method === 'POST' && auth !== 'none' && auth !== 'processor key';
  if (!isHonoured || repeats === 'only read') return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        repeats === 'derive the same identifier'
          ? `${once} The identifier of what is created follows from the key, unless the request names one; then the key is remembered for ${hours} hours.`
          : `${once} The key is remembered for ${hours} hours. ${ofClients(auth)}`.trimEnd(),
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
      example: '3f1b7c52-6a0e-4f0d-9c1e-2b7a5d8e9f10',
    },
  ];
}

const hours = idempotencyKeySeconds / 3_600;

const once =
  'A name that the caller chooses for this request, such as a UUID. A repeat with the same key and ' +
  'the same body is answered as the first request was, and nothing is done twice. With another body ' +
  'it is refused.';

const ofClients = (auth: Operation['auth']) =>
  auth.includes('client')
    ? `Browsers and apps must send at least ${minClientKeyLength} characters.`
    : '';

/** The response header of a replayed response. */
export const replayedHeader = {
  'Idempotent-Replayed': {
    description: '`true` where this answers an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
};
