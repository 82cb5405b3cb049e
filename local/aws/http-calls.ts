import http, { type IncomingMessage } from 'node:http';
import { connected, type EmulatorAddress } from './aws-call.ts';
import {
  jsonAnswer,
  jsonType,
  type ProxyResponse,
  type ServiceCalls,
  textAnswer,
} from './proxy-response.ts';

/** Calls of a service over HTTP, on keep-alive connections. */
export interface HttpCalls {
  /**
   * Nothing is sent twice: a call is answered 500 when its connection breaks before the answer
   * begins, and rejects when it breaks within the answer.
   */
  readonly call: ServiceCalls;
  /** Closes all connections. */
  close(): void;
}

export function httpCalls(address: EmulatorAddress): HttpCalls {
  const { host, port, signature, agent, close } = connected(address);
  const call: ServiceCalls = (target, text) => {
    const body = Buffer.from(text);
    const headers = {
      ...signature,
      'content-type': jsonType,
      'content-length': body.length,
      'x-amz-target': target,
    };
    const request = http.request({ host, port, agent, headers, method: 'POST', path: '/' });
    const answer = new Promise<ProxyResponse>((resolve, reject) => {
      request.once('response', (response) => wholeAnswer(response).then(resolve, reject));
      request.on('error', ({ message }) => resolve(failure(message)));
    });
    request.end(body);
    return { answer, cancel: () => void request.destroy() };
  };
  return { call, close };
}

const failure = (message: string) => jsonAnswer(500, { __type: 'InternalFailure', message });

/** Headers of the connection, and those that are made anew with the body. */
const ofConnection = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);

async function wholeAnswer(response: IncomingMessage): Promise<ProxyResponse> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  const passed = Object.entries(response.headers).flatMap(([name, value]) =>
    ofConnection.has(name) || typeof value !== 'string' ? [] : [[name, value]],
  );
  const text = Buffer.concat(parts).toString();
  return textAnswer(response.statusCode ?? 500, text, Object.fromEntries(passed));
}
