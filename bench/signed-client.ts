import { createHash, createHmac } from 'node:crypto';
import http from 'node:http';

export interface Signer {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  readonly service: string;
}

/** A minimal AWS client: signed POST requests over a keep-alive connection. */
export type SignedClient = (target: string, body: string) => Promise<unknown>;

/** A client of one service. Rejects unless the status is 200. */
export function signedClient(endpoint: string, signer: Signer): SignedClient {
  const { host, hostname, port } = new URL(endpoint);
  const agent = new http.Agent({ keepAlive: true });
  const send: SignedClient = (target, body) =>
    new Promise((resolve, reject) => {
      const signed = {
        'content-type': 'application/x-amz-json-1.0',
        host,
        'x-amz-date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
        'x-amz-target': target,
      };
      const headers = {
        ...signed,
        'content-length': Buffer.byteLength(body),
        authorization: authorization({ method: 'POST', path: '/', headers: signed, body }, signer),
      };
      const request = http.request({ hostname, port, agent, method: 'POST', path: '/', headers });
      request.once('error', (error) => {
        // The server closed an idle connection while the request was on its way.
        const isStale = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
        if (isStale) send(target, body).then(resolve, reject);
        else reject(error);
      });
      request.once('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(parts).toString();
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${target}: ${response.statusCode} ${text}`));
        });
      });
      request.end(body);
    });
  return send;
}

export interface Signable {
  readonly method: string;
  /** The path and query as they are sent: encoded, with the query sorted by name. */
  readonly path: string;
  readonly query?: string;
  /** Header names in lower case and sorted, `x-amz-date` included. All of them are signed. */
  readonly headers: Readonly<Record<string, string>> & { readonly 'x-amz-date': string };
  readonly body: string;
}

/**
 * The Authorization header by AWS Signature Version 4.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function authorization(
  { method, path, query = '', headers, body }: Signable,
  { accessKeyId, secretAccessKey, region, service }: Signer,
): string {
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, path, query, lines.join(''), names, sha256(body)].join('\n');
  const date = headers['x-amz-date'].slice(0, 8);
  const scope = `${date}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const signature = hmac(signingKey(secretAccessKey, date, region, service), text).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}

/** A signing key is valid for a day, so it is derived once a day. */
const signingKeys = new Map<string, Buffer>();

function signingKey(secret: string, ...parts: readonly string[]): Buffer {
  const name = [secret, ...parts].join('/');
  const known = signingKeys.get(name);
  if (known) return known;
  const start: Buffer = Buffer.from(`AWS4${secret}`);
  const key = [...parts, 'aws4_request'].reduce<Buffer>((key, part) => hmac(key, part), start);
  signingKeys.set(name, key);
  return key;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
