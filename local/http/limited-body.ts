import type { IncomingMessage } from 'node:http';

/** The bytes of a request's body; undefined when it is longer than the limit, in bytes. */
export async function limitedBody(
  request: IncomingMessage,
  limit: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The JSON of a request's body; undefined when it is none, or longer than the limit. */
export async function limitedJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const body = await limitedBody(request, limit);
  try {
    return body && JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
