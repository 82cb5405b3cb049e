import type { JsonObject } from '../assembly/json.ts';

/** The answer to a call of an AWS service, without HTTP's framing. */
export interface ProxyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

/** A call in progress. */
export interface ForwardedCall {
  /** Rejects when the connection breaks while the emulator is answering. */
  readonly answer: Promise<ProxyResponse>;
  /** Cancels a long poll, so that a caller that disconnected receives no message. */
  cancel(): void;
}

/** Makes one call of SQS, whose body is JSON. */
export type QueueCalls = (target: string, text: string) => ForwardedCall;

export function jsonAnswer(
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): ProxyResponse {
  const text = Buffer.from(JSON.stringify(body));
  return {
    status,
    headers: {
      ...headers,
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(text.length),
    },
    body: text,
  };
}
