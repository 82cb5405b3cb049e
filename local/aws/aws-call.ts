import http from 'node:http';
import { isObject, type JsonObject, optionalString, parseJson } from '../assembly/json.ts';
import type { ServiceCalls } from './proxy-response.ts';

/**
 * Makes one call to an emulator, named by the target of its AWS service. Throws an error whose name
 * is the `__type` of the response.
 */
export type AwsCall = (target: string, body: JsonObject) => Promise<JsonObject>;

/** How to reach an emulator over HTTP, as plain data. */
export interface EmulatorAddress {
  readonly port: number;
  readonly host: string;
  /** The access key of calls; DynamoDB Local keeps separate tables for each key. */
  readonly accessKeyId: string;
  /** A placeholder for the signature: no emulator verifies it, and some require one. */
  readonly signature: { readonly authorization: string; readonly 'x-amz-date': string };
}

/** The keep-alive connections of one thread to an emulator. */
export interface Emulator extends EmulatorAddress {
  readonly agent: http.Agent;
  /** Closes all connections. */
  close(): void;
}

/** The address of an emulator, with keep-alive connections to it. */
export function emulatorAt(endpoint: string, accessKeyId: string, region: string): Emulator {
  return connected(addressAt(endpoint, accessKeyId, region));
}

export function connected(address: EmulatorAddress): Emulator {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
  return { ...address, agent, close: () => agent.destroy() };
}

export function addressAt(endpoint: string, accessKeyId: string, region: string): EmulatorAddress {
  const { hostname, port } = new URL(endpoint);
  return {
    host: hostname,
    port: Number(port || 80),
    accessKeyId,
    signature: {
      authorization:
        `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20250101/${region}/local/aws4_request, ` +
        'SignedHeaders=host, Signature=local',
      'x-amz-date': '20250101T000000Z',
    },
  };
}

export const awsCall =
  (calls: ServiceCalls): AwsCall =>
  async (target, body) => {
    const answer = await calls(target, JSON.stringify(body)).answer;
    return contentOf(target, answer.status, answer.body.toString());
  };

/** The content of an answer. Throws the error that it states, and for anything but an object. */
function contentOf(target: string, status: number, text: string): JsonObject {
  const answer = parseJson(text || '{}');
  if (!isObject(answer)) throw new Error(`${target}: the answer is not an object.`);
  if (status === 200) return answer;
  throw awsError(target, answer);
}

function awsError(target: string, answer: JsonObject): Error {
  const error = new Error(`${target}: ${optionalString(answer.message ?? answer.Message) ?? ''}`);
  error.name = (optionalString(answer.__type) ?? 'UnknownError').split('#').at(-1) ?? '';
  return error;
}
