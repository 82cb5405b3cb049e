import http from 'node:http';
import { portOf } from '../local/port-of.ts';
import { instantProcessor } from './instant-processor.ts';

/**
 * Everything outside the switch, in a process of its own. It has a processor that performs every
 * request, and below `/webhooks` a merchant's server. A GET there returns the number of webhooks
 * received.
 */
const processor = instantProcessor();
let webhooks = 0;

const server = http.createServer(async (request, response) => {
  const { method, url = '/' } = request;
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  if (url === '/webhooks' && method === 'POST') {
    webhooks += 1;
    return response.writeHead(200).end();
  }
  const body =
    url === '/webhooks'
      ? JSON.stringify({ webhooks })
      : processor(url, Buffer.concat(parts).toString());
  return response.writeHead(200, { 'content-type': 'application/json' }).end(body);
});
// Keeps idle connections open: a close could cross a request that is under way.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`outside listens on http://127.0.0.1:${portOf(server.address())}\nready\n`);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit());
