import * as v from 'valibot';
import { sendSafely, UnsafeAddress } from './safe-request.ts';

interface Answered {
  readonly status?: number;
  readonly code?: string | undefined;
}

/** A failed call of the switch or the vault, without the response body. */
export class CallFailed extends Error {
  /** The error code of the switch, such as `HE_01`. */
  readonly code: string | undefined;
  /** The status of the answer; undefined where there was none. */
  readonly status: number | undefined;
  constructor(url: string, what: string, answer: Answered = {}) {
    super(`${new URL(url).pathname} ${what}.`);
    this.status = answer.status;
    this.code = answer.code;
  }

  /** Whether the request is wrong or names a missing object, so that a repeat changes nothing. */
  get isRefusal(): boolean {
    const { status = 0 } = this;
    return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
  }
}

const Refusal = v.object({ error: v.object({ code: v.string() }) });

/**
 * Sends requests with these headers: POST with a body, GET without. The function returned throws
 * CallFailed, or UnsafeAddress.
 */
export const caller =
  (headers: Readonly<Record<string, string>>) =>
  async <S extends v.GenericSchema>(
    url: string,
    schema: S,
    body?: object,
  ): Promise<v.InferOutput<S>> => {
    const response = await sendSafely(url, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      if (error instanceof UnsafeAddress) throw error;
      throw new CallFailed(url, 'did not answer');
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok) {
      const refusal = v.safeParse(Refusal, answer);
      const code = refusal.success ? refusal.output.error.code : undefined;
      throw new CallFailed(url, `answered ${response.status}`, { status: response.status, code });
    }
    const parsed = v.safeParse(schema, answer);
    if (!parsed.success) throw new CallFailed(url, 'answered something else');
    return parsed.output;
  };
