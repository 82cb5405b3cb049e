import * as v from 'valibot';
import { sendSafely, UnsafeAddress } from './safe-request.ts';

/** A server that did not answer, or not as it should. The message has no part of the answer. */
export class RequestFailed extends Error {
  /** The status of the answer; undefined where there was none, or another one than expected. */
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

interface JsonRequest {
  readonly apiKey?: string;
  /** Without it, POST with a body and GET without. */
  readonly method?: 'DELETE';
  readonly body?: object;
}

/**
 * Asks a server beside the switch: the console, the vault, the sandbox processor. The switch is
 * asked by `switchClient`.
 *
 * @throws RequestFailed, or UnsafeAddress
 */
export async function askJson<S extends v.GenericSchema>(
  url: string,
  schema: S,
  { apiKey, method, body }: JsonRequest = {},
): Promise<v.InferOutput<S>> {
  const { pathname } = new URL(url);
  const response = await sendSafely(url, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      ...(apiKey !== undefined && { 'api-key': apiKey }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    if (error instanceof UnsafeAddress) throw error;
    throw new RequestFailed(`${pathname} did not answer.`);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  const { ok, status } = response;
  if (!ok) throw new RequestFailed(`${pathname} answered ${status}.`, status);
  const parsed = v.safeParse(schema, answer);
  if (!parsed.success) throw new RequestFailed(`${pathname} answered something else.`);
  return parsed.output;
}
