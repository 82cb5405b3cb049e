import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { type Database, databaseAt } from '#platform/table/database.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { createCertificate } from '../../../../bench/certificate.ts';
import { leanSdk } from '../../../../tools/bundle/lean-sdk.ts';

const key = { pk: 'a', sk: 'b' };
const item = { pk: { S: 'a' }, sk: { S: 'b' } };
const access = {
  region: 'eu-west-1',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

async function listening(server: http.Server | https.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return portOf(server);
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const answering: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end(JSON.stringify({ Item: item })));
};

describe('a connection that stays open', () => {
  async function databaseBehind(answer: RequestListener): Promise<Database> {
    const port = await listening(http.createServer({ keepAliveTimeout: 0 }, answer));
    const database = databaseAt({ ...access, endpoint: `http://localhost:${port}` });
    cleanups.push(() => database.close());
    return database;
  }

  it('a connection that stays open serves one call after the other', async () => {
    const sockets = new Set<unknown>();
    const port = dynamoPort(
      'table',
      await databaseBehind((request, response) => {
        sockets.add(request.socket);
        answering(request, response);
      }),
    );
    for (let call = 0; call < 3; call++) expect(await port.get(key)).toEqual(key);
    expect(sockets.size).toBe(1);
  });

  it('a connection that was closed unseen, with all others of its age, costs one attempt of three', async () => {
    const used = new Set<unknown>();
    const waiting: (() => void)[] = [];
    const together = 5;
    let resets = 0;
    const port = dynamoPort(
      'table',
      await databaseBehind((request, response) => {
        if (used.has(request.socket)) {
          resets += 1;
          request.socket.destroy();
          return;
        }
        used.add(request.socket);
        // The first ones are answered together, so that each has a connection of its own.
        waiting.push(() => answering(request, response));
        if (used.size >= together) for (const answer of waiting.splice(0)) answer();
      }),
    );
    await Promise.all(Array.from({ length: together }, () => port.get(key)));
    expect(await port.get(key)).toEqual(key);
    expect(resets).toBe(1);
  });
});

it('an answer that stops in the middle is given up in time, and asked for again', async () => {
  let asked = 0;
  const server = http.createServer((request, response) => {
    asked += 1;
    if (asked > 1) return answering(request, response);
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"Item":');
  });
  const endpoint = `http://localhost:${await listening(server)}`;
  const database = databaseAt({ ...access, endpoint });
  cleanups.push(() => database.close());
  expect(await dynamoPort('table', database).get(key)).toEqual(key);
  expect(asked).toBe(2);
});

describe('a connection that opens while a function loads', () => {
  let folder: string;
  const authority = createCertificate({ name: 'Authority of this run', isAuthority: true });
  const certificate = createCertificate({ name: 'localhost', by: authority });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'turnout-connections-'));
    await writeFile(path.join(folder, 'authority.pem'), authority.cert);
    // It loads, prints whether it looks up a host then, and makes one call when its input ends.
    await build({
      ...leanSdk.options,
      plugins: [leanSdk.plugin],
      stdin: {
        contents: `
          import { dynamoPort } from '../../../../shared/platform/table/dynamo-port.ts';
          import { keyManagement } from '../../../../shared/platform/aws/kms.ts';
          import { createSecureContext } from 'node:tls';
          import { queryObjects } from 'node:v8';
          const port = dynamoPort('table');
          const key = { pk: 'a', sk: 'b' };
          const say = (text) => process.stdout.write(text);
          const opening = process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');
          if (opening) say('opening, ');
          let asked = '';
          process.stdin.on('data', (text) => { asked += text; }).on('end', async () => {
            if (asked !== 'two clients') {
              port.get(key).then(() => say('found'), ({ cause }) => say(cause.code));
              return;
            }
            const keys = keyManagement({ callTimeoutMs: 5_000 });
            await Promise.allSettled([port.get(key), keys.decrypt('a', new Uint8Array(), {})]);
            const [Context, count] = [createSecureContext().constructor, { format: 'count' }];
            say(queryObjects(Context, count) + ' context');
            process.exit();
          });
        `,
        resolveDir: import.meta.dirname,
      },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile: path.join(folder, 'index.cjs'),
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  function load(endpoint: string, onLambda = true) {
    const child = spawn(process.execPath, [path.join(folder, 'index.cjs')], {
      env: {
        ...(onLambda && { AWS_LAMBDA_FUNCTION_NAME: 'payments-retrieve' }),
        AWS_REGION: 'eu-west-1',
        AWS_ACCESS_KEY_ID: 'a',
        AWS_SECRET_ACCESS_KEY: 'b',
        AWS_ENDPOINT_URL_DYNAMODB: endpoint,
        AWS_ENDPOINT_URL_KMS: endpoint,
        NODE_NO_WARNINGS: '1',
        NODE_EXTRA_CA_CERTS: path.join(folder, 'authority.pem'),
      },
      stdio: 'pipe',
    });
    cleanups.push(() => child.kill());
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    return {
      async call(asked = ''): Promise<string> {
        const ended = once(child, 'close');
        child.stdin.end(asked);
        await ended;
        return said;
      },
    };
  }

  function secureServer() {
    const server = https.createServer(certificate, answering);
    let connections = 0;
    server.on('secureConnection', () => {
      connections += 1;
    });
    return { server, connections: () => connections };
  }

  it('a connection is opened while the function loads, and the first call uses it', async () => {
    const { server, connections } = secureServer();
    const port = await listening(server);
    const connected = once(server, 'secureConnection');
    const loaded = load(`https://localhost:${port}`);
    await connected;
    expect(await loaded.call()).toBe('opening, found');
    expect(connections()).toBe(1);
  });

  it('the clients of two services share one TLS context, also with the early connection', async () => {
    const { server, connections } = secureServer();
    const port = await listening(server);
    const connected = once(server, 'secureConnection');
    const loaded = load(`https://localhost:${port}`);
    await connected;
    expect(await loaded.call('two clients')).toBe('opening, 1 context');
    expect(connections()).toBe(2);
  });

  it('a connection closed before the first call is replaced by a new one', async () => {
    const { server, connections } = secureServer();
    const port = await listening(server);
    const connected = once(server, 'secureConnection');
    const loaded = load(`https://localhost:${port}`);
    const [socket] = await connected;
    socket.destroy();
    expect(await loaded.call()).toBe('opening, found');
    expect(connections()).toBe(2);
  });

  it('an unreachable database fails the first call, and not the loading function', async () => {
    const server = http.createServer();
    const port = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await load(`https://localhost:${port}`).call()).toBe('opening, ECONNREFUSED');
  });

  it.each([
    ['outside of Lambda', false, 'https'],
    ['over plain HTTP, as on a laptop', true, 'http'],
  ])('a connection %s is not opened before the first call', async (_, onLambda, protocol) => {
    const { server } =
      protocol === 'https' ? secureServer() : { server: http.createServer(answering) };
    const port = await listening(server);
    expect(await load(`${protocol}://localhost:${port}`, onLambda).call()).toBe('found');
  });
});
