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

/** Makes one call of a service whose calls and answers are JSON, such as SQS or DynamoDB. */
export type ServiceCalls = (target: string, text: string) => ForwardedCall;

export const jsonType = 'application/x-amz-json-1.0';

export const jsonAnswer = (
  status: number,
  body: JsonObject,
  headers?: Readonly<Record<string, string>>,
): ProxyResponse => textAnswer(status, JSON.stringify(body), headers);

/** An answer whose text is JSON already. Headers about its content are added. */
export function textAnswer(
  status: number,
  text: string,
  headers?: Readonly<Record<string, string>>,
): ProxyResponse {
  const body = Buffer.from(text);
  return {
    status,
    headers: { 'content-type': jsonType, ...headers, 'content-length': String(body.length) },
    body,
  };
}
