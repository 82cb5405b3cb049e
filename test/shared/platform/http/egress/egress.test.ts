import { createServer, type RequestListener } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { isAllowed, type Resolve } from '#platform/http/egress/allowed-address.ts';
import { egressResolvingWith, type SendOptions, send } from '#platform/http/egress/egress.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';

const options: SendOptions = {
  timeoutMs: 60_000,
  allow: 'public and loopback',
  maxResponseBytes: 10_000,
};

const sendResolvingWith = (resolve: Resolve) => egressResolvingWith(resolve).send;

const get = (url: string): HttpRequest => ({ method: 'GET', url, headers: {} });
const post = (url: string, body: string): HttpRequest => ({ ...get(url), method: 'POST', body });

const open: { server: Server; sockets: Set<Socket> }[] = [];

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  open.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const httpServer = async (listener: RequestListener) =>
  `http://127.0.0.1:${await listening(createServer(listener))}`;

/** A server of bytes, not of HTTP; it answers after the first data. */
const rawServer = (answer: (socket: Socket) => void) =>
  listening(createTcpServer((socket) => socket.once('data', () => answer(socket))));

afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('an answer', () => {
  it('an answer arrives with status, lower-case headers and body', async () => {
    const url = await httpServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        response.writeHead(201, { 'X-Seen': `${request.method} ${request.headers['x-test']}` });
        response.end(`got ${body} (${request.headers['content-length']})`);
      });
    });
    const sent = await send({ ...post(url, 'zwölf'), headers: { 'X-Test': 'yes' } }, options);
    expect(sent).toMatchObject({
      kind: 'answered',
      response: { status: 201, headers: { 'x-seen': 'POST yes' }, body: 'got zwölf (6)' },
    });
  });

  it('a redirect is an answer too, and is not followed', async () => {
    const seen: (string | undefined)[] = [];
    const url = await httpServer((request, response) => {
      seen.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await send(post(`${url}/first`, 'x'), options)).toMatchObject({
      kind: 'answered',
      response: { status: 307, headers: { location: '/elsewhere' } },
    });
    expect(seen).toEqual(['/first']);
  });

  it('a server error is an answer too', async () => {
    const url = await httpServer((_, response) => response.writeHead(503).end('down'));
    expect(await send(get(url), options)).toMatchObject({
      kind: 'answered',
      response: { status: 503, body: 'down' },
    });
  });
});

describe('a request that may have arrived', () => {
  // Long enough for a connection on a machine that is busy.
  const slow = { ...options, timeoutMs: 1_000 };

  it("a request's arrival is unknown after the total time, when no answer comes", async () => {
    const url = await httpServer(() => {});
    expect(await send(post(url, 'x'), slow)).toEqual({ kind: 'unknown', reason: 'timeout' });
  });

  it("a request's arrival is unknown after the total time, when the answer comes byte by byte", async () => {
    const url = await httpServer((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    // The answer never ends, so a limit on silence would never stop it.
    expect(await send(get(url), slow)).toEqual({ kind: 'unknown', reason: 'timeout' });
  });

  it("a request's arrival is unknown after the total time, when the headers come byte by byte", async () => {
    const port = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Long: ');
      const drip = setInterval(() => socket.write('.'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await send(get(`http://127.0.0.1:${port}`), slow)).toEqual({
      kind: 'unknown',
      reason: 'timeout',
    });
  });

  it.each([
    ['closes without a word', (socket: Socket) => socket.end()],
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
    [
      'breaks off in the middle of its answer',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    ],
    ['does not speak HTTP', (socket: Socket) => socket.end('220 mail.example ESMTP\r\n')],
    [
      'wants to speak another protocol',
      (socket: Socket) =>
        socket.end('HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    ],
  ])("a request's arrival is unknown when the other side %s", async (_, answer) => {
    const port = await rawServer(answer);
    expect(await send(post(`http://127.0.0.1:${port}`, 'x'), options)).toEqual({
      kind: 'unknown',
      reason: 'broken',
    });
  });

  it('an answer that is too large is read no further', async () => {
    const url = await httpServer((_, response) => response.end('x'.repeat(10_001)));
    expect(await send(get(url), options)).toEqual({ kind: 'unknown', reason: 'too_large' });
  });

  it('an answer that is just small enough is accepted', async () => {
    const url = await httpServer((_, response) => response.end('x'.repeat(10_000)));
    expect(await send(get(url), options)).toMatchObject({ kind: 'answered' });
  });
});

describe('an answer of which only the status counts', () => {
  const statusOnly: SendOptions = { ...options, maxResponseBytes: 100, answer: 'status' };
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 70000\r\n\r\n';

  it.each([
    ['is longer than the limit', (socket: Socket) => socket.end(head + 'x'.repeat(70_000)), 100],
    ['breaks off in the middle', (socket: Socket) => socket.end(`${head}half`), 4],
    [
      'is reset in the middle',
      (socket: Socket) => socket.write(`${head}half`, () => socket.resetAndDestroy()),
      undefined, // Data before the reset may be lost with it.
    ],
    [
      'has a broken chunk',
      (socket: Socket) =>
        socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nno length'),
      undefined,
    ],
  ])('an answer whose status suffices counts when its body %s', async (_, answer, bytes) => {
    const port = await rawServer(answer);
    const sent = await send(post(`http://127.0.0.1:${port}`, 'x'), statusOnly);
    expect(sent).toMatchObject({ kind: 'answered', response: { status: 200 } });
    const body = sent.kind === 'answered' ? sent.response.body : '';
    expect(body).toHaveLength(bytes ?? body.length);
  });

  it('an answer whose status suffices counts with its received part when its body never ends', async () => {
    const url = await httpServer((_, response) => response.writeHead(503).write('wait'));
    const sent = await send(post(url, 'x'), { ...statusOnly, timeoutMs: 1_000 });
    expect(sent).toMatchObject({ kind: 'answered', response: { status: 503, body: 'wait' } });
  });

  it('an answer whose status suffices holds up its request for a second when its body comes byte by byte', async () => {
    const url = await httpServer((_, response) => {
      response.writeHead(200);
      const dripping = setInterval(() => response.write('x'), 50);
      response.once('close', () => clearInterval(dripping));
    });
    const startedAt = performance.now();
    const sent = await send(post(url, 'x'), {
      ...statusOnly,
      maxResponseBytes: 8_192,
      timeoutMs: 20_000,
    });
    expect(sent).toMatchObject({ kind: 'answered', response: { status: 200 } });
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  it('an answer whose status suffices is missing when not even the headers come', async () => {
    const port = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nX-Half:'));
    expect(await send(post(`http://127.0.0.1:${port}`, 'x'), statusOnly)).toEqual({
      kind: 'unknown',
      reason: 'broken',
    });
  });
});

describe('a request of which not a byte was sent', () => {
  it('a request is certainly not sent when no server listens', async () => {
    expect(await send(post('http://127.0.0.1:1', 'x'), options)).toEqual({
      kind: 'not_sent',
      reason: 'no connection',
    });
  });

  it('a request is certainly not sent when the name does not resolve', async () => {
    const nowhere = sendResolvingWith(() => Promise.reject(new Error('ENOTFOUND')));
    expect(await nowhere(get('http://shop.example'), options)).toEqual({
      kind: 'not_sent',
      reason: 'name not found',
    });
    const empty = sendResolvingWith(async () => []);
    expect(await empty(get('http://shop.example'), options)).toEqual({
      kind: 'not_sent',
      reason: 'name not found',
    });
  });

  it('a request is certainly not sent when the time is over before a connection exists', async () => {
    const stuck = sendResolvingWith(() => new Promise(() => {}));
    expect(await stuck(get('http://shop.example'), { ...options, timeoutMs: 100 })).toEqual({
      kind: 'not_sent',
      reason: 'timeout before the connection',
    });
  });

  it('a request is certainly not sent when the other side cannot speak TLS, and reveals nothing to it', async () => {
    let seen = '';
    const port = await rawServer(() => {});
    const [{ server } = { server: undefined }] = open;
    server?.on('connection', (socket: Socket) =>
      socket.on('data', (data) => {
        seen += data.toString('latin1');
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      }),
    );
    expect(await send(post(`https://127.0.0.1:${port}/path-word`, 'body-word'), options)).toEqual({
      kind: 'not_sent',
      reason: 'no secure connection',
    });
    expect(seen).not.toBe('');
    expect(seen).not.toMatch(/-word/);
  });

  it.each([
    ['another protocol', get('ftp://127.0.0.1/')],
    ['a file', get('file:///etc/passwd')],
    ['no URL at all', get('shop.example')],
    ['a user name', get('http://user@127.0.0.1/')],
    ['a password', get('http://:secret@127.0.0.1/')],
    [
      'a header that breaks the line',
      { ...get('http://127.0.0.1:1/'), headers: { a: 'b\r\nc: d' } },
    ],
  ])('a request is certainly not sent and refused for %s', async (_, request) => {
    expect(await send(request, options)).toEqual({ kind: 'not_sent', reason: 'invalid request' });
  });
});

describe('an address that is not public', () => {
  const publicOnly: SendOptions = { ...options, allow: 'public' };

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://127.0.0.1./',
    'http://１２７.0.0.1/',
    'http://0.0.0.0/',
    'http://0/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://169.254.169.254/latest/meta-data/',
    'http://169.254.170.2/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.0.0.192/',
    'http://192.0.2.1/',
    'http://192.88.99.1/',
    'http://192.168.1.1/',
    'http://198.18.0.1/',
    'http://198.19.255.255/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://224.0.0.1/',
    'http://239.255.255.255/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://[64:ff9b:1::1]/',
    'http://[100::1]/',
    'http://[2001::1]/',
    'http://[2001:10::1]/',
    'http://[2001:db8::1]/',
    'http://[2002:7f00:1::]/',
    'http://[3fff::1]/',
    'http://[5f00::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
  ])('a private address is refused as %s', async (url) => {
    expect(await send(get(url), publicOnly)).toEqual({
      kind: 'not_sent',
      reason: 'address refused',
    });
  });

  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'fd00:ec2::254'])(
    'a private address is refused when a name resolves to it: %s',
    async (address) => {
      const resolve: Resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
      expect(await sendResolvingWith(resolve)(get('http://shop.example'), publicOnly)).toEqual({
        kind: 'not_sent',
        reason: 'address refused',
      });
    },
  );

  it('a private address is refused as localhost', async () => {
    for (const host of ['localhost', 'LOCALHOST', 'localhost.']) {
      expect(await send(get(`http://${host}:1/`), publicOnly)).toMatchObject({ kind: 'not_sent' });
    }
  });

  it('a private address is refused when it occurs among public ones', async () => {
    const resolve: Resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    expect(await sendResolvingWith(resolve)(get('http://shop.example'), publicOnly)).toEqual({
      kind: 'not_sent',
      reason: 'address refused',
    });
  });

  it('a private address is checked in the very look-up that the connection uses', async () => {
    const url = await httpServer((_, response) => response.end('private'));
    const answers = ['127.0.0.1', '10.0.0.1'];
    let asked = 0;
    const rebinding = sendResolvingWith(async () => [
      { address: answers[asked++] ?? '10.0.0.1', family: 4 },
    ]);
    const address = url.replace('127.0.0.1', 'shop.example');
    expect(await rebinding(get(address), options)).toMatchObject({ kind: 'answered' });
    expect(asked).toBe(1);
    expect(await rebinding(get(address), options)).toMatchObject({ reason: 'address refused' });
  });

  it('a private address may be loopback where that is allowed, and nothing else', () => {
    expect(isAllowed('127.0.0.1', 'public and loopback')).toBe(true);
    expect(isAllowed('127.255.0.9', 'public and loopback')).toBe(true);
    expect(isAllowed('::1', 'public and loopback')).toBe(true);
    for (const address of ['10.0.0.1', '169.254.169.254', '0.0.0.0', '::', '::ffff:127.0.0.1']) {
      expect(isAllowed(address, 'public and loopback')).toBe(false);
    }
  });

  it.each([
    '8.8.8.8',
    '93.184.215.14',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001::200e',
    '2001:4860:4860::8888',
  ])('a public address is not refused as private: %s', (address) => {
    expect(isAllowed(address, 'public')).toBe(true);
  });

  it('an invalid address is refused like a private one', () => {
    expect(isAllowed('shop.example', 'public')).toBe(false);
    expect(isAllowed('', 'public and loopback')).toBe(false);
  });
});
