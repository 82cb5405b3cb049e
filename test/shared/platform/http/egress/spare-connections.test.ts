import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer, type Server, Socket } from 'node:net';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  getCACertificates,
  type SecureVersion,
  setDefaultCACertificates,
  TLSSocket,
} from 'node:tls';
import { egressResolvingWith, type SendOptions } from '#platform/http/egress/egress.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { createCertificate } from '../../../../../bench/certificate.ts';

const options: SendOptions = {
  timeoutMs: 5_000,
  allow: 'public and loopback',
  maxResponseBytes: 10_000,
};
const question: SendOptions = { ...options, connection: 'kept alive' };
const prepared: SendOptions = { ...options, connection: 'prepared' };

/** An egress whose every name leads to this machine, and whose clock runs ahead by `aheadMs`. */
function toLoopback() {
  const time = { aheadMs: 0 };
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  return { ...egressResolvingWith(resolve, () => Date.now() + time.aheadMs), time };
}

const post = (url: string): HttpRequest => ({ method: 'POST', url, headers: {}, body: 'asked' });
const answered = (body: unknown) => ({ kind: 'answered', response: { status: 200, body } });

const open: { server: Server; sockets: Socket[] }[] = [];

/** A server and its connections, in the order in which they were opened. */
async function listening(server: Server) {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
  });
  open.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  const { port } = address;
  return {
    sockets,
    url: `http://127.0.0.1:${port}/`,
    named: (scheme: string) => `${scheme}://processor.example:${port}/`,
    connection: async () => sockets.at(-1) ?? (await once(server, 'connection'))[0],
  };
}

const answering = (listener: RequestListener = (_, response) => response.end('ok')) =>
  listening(createServer(listener));

/** A server of bytes; `does` is called for the nth data of the nth connection. */
const speaking = (does: (connection: number, word: number, socket: Socket) => void) => {
  let connections = 0;
  return listening(
    createTcpServer((socket) => {
      const connection = ++connections;
      let words = 0;
      socket.on('data', () => does(connection, ++words, socket));
    }),
  );
};

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  }
});

describe('a question', () => {
  it('a query goes over the connection of the query before it', async () => {
    const { send } = toLoopback();
    const { url, sockets } = await answering();
    for (const _ of [1, 2, 3]) {
      expect(await send(post(url), question)).toMatchObject(answered('ok'));
    }
    expect(sockets).toHaveLength(1);
  });

  it('a query has its own connection when another is under way', async () => {
    const { send } = toLoopback();
    const { url, sockets } = await answering();
    const both = await Promise.all([send(post(url), question), send(post(url), question)]);
    expect(both).toMatchObject([answered('ok'), answered('ok')]);
    expect(sockets).toHaveLength(2);
  });

  it.each([
    ['closed', (socket: Socket) => socket.end()],
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
  ])(
    'a query is repeated once when its old connection is %s before the answer',
    async (_, breakOff) => {
      const { send } = toLoopback();
      const { url, sockets } = await speaking((connection, word, socket) => {
        if (connection === 1 && word === 2) breakOff(socket);
        else socket.write(ok);
      });
      expect(await send(post(url), question)).toMatchObject(answered('ok'));
      expect(await send(post(url), question)).toMatchObject(answered('ok'));
      expect(sockets).toHaveLength(2);
    },
  );

  it('a query is not repeated a third time when the new connection breaks too', async () => {
    const { send } = toLoopback();
    const { url, sockets } = await speaking((connection, word, socket) => {
      if (connection === 1 && word === 1) socket.write(ok);
      else socket.end();
    });
    expect(await send(post(url), question)).toMatchObject(answered('ok'));
    expect(await send(post(url), question)).toEqual({ kind: 'unknown', reason: 'broken' });
    expect(sockets).toHaveLength(2);
  });

  it('a query is not repeated when its answer breaks off half-way', async () => {
    const { send } = toLoopback();
    const { url, sockets } = await speaking((_, word, socket) => {
      if (word === 1) socket.write(ok);
      else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
    });
    expect(await send(post(url), question)).toMatchObject(answered('ok'));
    expect(await send(post(url), question)).toEqual({ kind: 'unknown', reason: 'broken' });
    expect(sockets).toHaveLength(1);
  });

  it('a query waits in sum no longer than its time', async () => {
    const { send } = toLoopback();
    const { url } = await speaking((_, word, socket) => {
      if (word === 1) socket.write(ok);
    });
    expect(await send(post(url), question)).toMatchObject(answered('ok'));
    expect(await send(post(url), { ...question, timeoutMs: 200 })).toEqual({
      kind: 'unknown',
      reason: 'timeout',
    });
  });

  it('a query does not go over a connection that was idle while the function was frozen', async () => {
    const { send, time } = toLoopback();
    const { url, sockets } = await answering();
    expect(await send(post(url), question)).toMatchObject(answered('ok'));
    time.aheadMs = 4_500;
    expect(await send(post(url), question)).toMatchObject(answered('ok'));
    expect(sockets).toHaveLength(2);
  });

  it('a query is refused when the name resolves to another address meanwhile', async () => {
    const addresses = ['127.0.0.1', '10.0.0.1'];
    const { send } = egressResolvingWith(async () => [
      { address: addresses.shift() ?? '10.0.0.1', family: 4 },
    ]);
    const { named } = await speaking((_, __, socket) => socket.end(ok));
    expect(await send(post(named('http')), question)).toMatchObject(answered('ok'));
    expect(await send(post(named('http')), question)).toEqual({
      kind: 'not_sent',
      reason: 'address refused',
    });
  });
});

describe('a request that may move money', () => {
  it.each([options, prepared])(
    'a request that may move money never goes over a connection that carried another request: %j',
    async (change) => {
      const { send } = toLoopback();
      const { url, sockets } = await answering();
      await send(post(url), question);
      for (const _ of [1, 2]) expect(await send(post(url), change)).toMatchObject(answered('ok'));
      expect(sockets).toHaveLength(3);
    },
  );

  it('a request that may move money goes over its prepared connection, and the next one does not', async () => {
    const { send, prepareConnection } = toLoopback();
    const { url, sockets, connection } = await answering();
    prepareConnection(url, options);
    await connection();
    expect(await send(post(url), prepared)).toMatchObject(answered('ok'));
    expect(sockets).toHaveLength(1);
    expect(await send(post(url), prepared)).toMatchObject(answered('ok'));
    expect(sockets).toHaveLength(2);
  });

  it('a request that may move money may be sent while its connection is still being opened', async () => {
    const { send, prepareConnection } = toLoopback();
    const { named, sockets } = await answering();
    prepareConnection(named('http'), options);
    expect(await send(post(named('http')), prepared)).toMatchObject(answered('ok'));
    expect(sockets).toHaveLength(1);
  });

  it('a request that may move money has a fresh connection when the server closed the prepared one', async () => {
    const { send, prepareConnection } = toLoopback();
    const { url, sockets, connection } = await answering();
    prepareConnection(url, options);
    const first: Socket = await connection();
    first.end();
    await once(first, 'close');
    expect(await send(post(url), prepared)).toMatchObject(answered('ok'));
    expect(sockets).toHaveLength(2);
  });

  it('a request that may move money has a fresh connection when the server sent data on the prepared one', async () => {
    const { send, prepareConnection } = toLoopback();
    const { url, sockets, connection } = await speaking((_, __, socket) => socket.write(ok));
    prepareConnection(url, options);
    const first: Socket = await connection();
    first.write('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n');
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    expect(await send(post(url), prepared)).toMatchObject(answered('ok'));
    expect(sockets).toHaveLength(2);
  });

  it('a request that may move money is unknown, and not sent again, when the prepared connection breaks after the write', async () => {
    const { send, prepareConnection } = toLoopback();
    const { url, sockets, connection } = await speaking((_, __, socket) => socket.end());
    prepareConnection(url, options);
    await connection();
    expect(await send(post(url), prepared)).toEqual({ kind: 'unknown', reason: 'broken' });
    expect(sockets).toHaveLength(1);
  });

  it('a request that may move money has a fresh connection when the prepared one is old', async () => {
    const { send, prepareConnection, time } = toLoopback();
    const { url, sockets, connection } = await answering();
    prepareConnection(url, options);
    await connection();
    time.aheadMs = 3_001;
    expect(await send(post(url), prepared)).toMatchObject(answered('ok'));
    expect(sockets).toHaveLength(2);
  });

  it('a request that may move money does not use a connection prepared for another origin', async () => {
    const { send, prepareConnection } = toLoopback();
    const [one, other] = [await answering(), await answering()];
    prepareConnection(one.url, options);
    await one.connection();
    expect(await send(post(other.url), prepared)).toMatchObject(answered('ok'));
    expect([one.sockets.length, other.sockets.length]).toEqual([1, 1]);
  });
});

describe('a prepared connection', () => {
  it('a prepared connection sends small requests at once, as other connections do', async () => {
    const setting = jest.spyOn(Socket.prototype, 'setNoDelay');
    const { prepareConnection } = toLoopback();
    const { url, connection } = await answering();
    const before = setting.mock.calls.length;
    prepareConnection(url, options);
    // The first that is opened here is the client's; the server accepts its own afterwards.
    expect(setting.mock.calls.slice(before)).toEqual([[true]]);
    await connection();
    setting.mockRestore();
  });

  it('a prepared connection closes when no request comes', async () => {
    const { prepareConnection } = toLoopback();
    const { url, connection } = await answering();
    prepareConnection(url, options);
    const socket: Socket = await connection();
    await once(socket, 'close');
  });

  it.each([
    ['ends it', (socket: Socket) => socket.end()],
    ['sends data and ends it', (socket: Socket) => socket.end('HTTP/1.1 408 Timeout\r\n\r\n')],
    ['sends data on it', (socket: Socket) => socket.write('HTTP/1.1 408 Timeout\r\n\r\n')],
  ])('a prepared connection closes at once when the server %s', async (_, spoil) => {
    const { prepareConnection } = toLoopback();
    const { url, connection } = await speaking(() => {});
    // Its own time never ends.
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      prepareConnection(url, options);
      const socket: Socket = await connection();
      spoil(socket);
      await once(socket.resume(), 'close');
    } finally {
      mock.timers.reset();
    }
  });

  it('a prepared connection closes when its request cannot be written', async () => {
    const { send, prepareConnection } = toLoopback();
    const { url, connection } = await speaking(() => {});
    prepareConnection(url, options);
    const socket: Socket = await connection();
    const closed = once(socket.resume(), 'close');
    expect(await send({ ...post(url), headers: { 'x-note': '\n' } }, prepared)).toEqual({
      kind: 'not_sent',
      reason: 'invalid request',
    });
    await closed;
  });

  it('a prepared connection is never opened to a forbidden address', async () => {
    const { send, prepareConnection } = toLoopback();
    const { named, url, sockets } = await answering();
    for (const address of [named('http'), url]) {
      prepareConnection(address, { allow: 'public' });
      expect(await send(post(address), { ...prepared, allow: 'public' })).toEqual({
        kind: 'not_sent',
        reason: 'address refused',
      });
    }
    expect(sockets).toEqual([]);
  });

  it('a prepared connection is not used by a request that may not reach its address', async () => {
    const { send, prepareConnection } = toLoopback();
    const { named, connection } = await answering();
    prepareConnection(named('http'), options);
    await connection();
    expect(await send(post(named('http')), { ...prepared, allow: 'public' })).toEqual({
      kind: 'not_sent',
      reason: 'address refused',
    });
  });

  it('a prepared connection leaves a request that no server accepts not sent', async () => {
    const { send, prepareConnection } = toLoopback();
    prepareConnection('http://127.0.0.1:1/', options);
    expect(await send(post('http://127.0.0.1:1/'), prepared)).toEqual({
      kind: 'not_sent',
      reason: 'no connection',
    });
  });

  it.each(['shop.example', 'ftp://127.0.0.1/', 'http://user@127.0.0.1/', ''])(
    'a prepared connection is not opened to %j, without an error',
    (address) => {
      toLoopback().prepareConnection(address, options);
    },
  );

  it('a prepared connection is one of sixteen at most', async () => {
    const { prepareConnection } = toLoopback();
    const { url, sockets } = await answering();
    for (let number = 1; number <= 20; number++) prepareConnection(url, options);
    while (sockets.length < 16) await nextTurn();
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect(sockets).toHaveLength(16);
  });
});

describe('a prepared connection over TLS', () => {
  const authority = createCertificate({ name: 'An authority of this test', isAuthority: true });
  const before = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([...before, authority.cert]));
  afterAll(() => setDefaultCACertificates(before));

  const secured = (name: string, by = authority, maxVersion?: SecureVersion) => {
    const { cert, key } = createCertificate({ name, by });
    const seen: string[] = [];
    const server = createSecureServer(
      { cert, key, ...(maxVersion && { maxVersion }) },
      (request, response) => {
        seen.push(request.url ?? '');
        response.end('ok');
      },
    );
    server.on('tlsClientError', () => {});
    return listening(server).then((rest) => ({ ...rest, server, seen }));
  };

  it('a request goes over the connection that was prepared for it', async () => {
    const { send, prepareConnection } = toLoopback();
    const { named, sockets, server, seen } = await secured('processor.example');
    prepareConnection(named('https'), options);
    await once(server, 'secureConnection');
    expect(await send(post(named('https')), prepared)).toMatchObject(answered('ok'));
    expect([sockets.length, seen.length]).toEqual([1, 1]);
  });

  it('a request with a certificate of its client is never on the connection or the session of another', async () => {
    const { send, prepareConnection } = toLoopback();
    const { cert, key } = createCertificate({ name: 'processor.example', by: authority });
    const server = createSecureServer(
      { cert, key, ca: authority.cert, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        const { socket } = request;
        if (!(socket instanceof TLSSocket)) throw new Error('This server speaks TLS only.');
        const { subject } = socket.getPeerCertificate();
        response.end(`${subject?.CN} ${socket.isSessionReused()}`);
      },
    );
    const { named } = await listening(server);
    const as = (name: string): SendOptions => {
      const { cert: certificate, key } = createCertificate({ name, by: authority });
      return { ...options, connection: 'prepared', identity: { certificate, key } };
    };
    prepareConnection(named('https'), options);
    await once(server, 'secureConnection');
    for (const name of ['merchant.one', 'merchant.two']) {
      expect(await send(post(named('https')), as(name))).toMatchObject(answered(`${name} false`));
    }
    expect(await send(post(named('https')), options)).toMatchObject(
      answered(expect.stringMatching(/^undefined /)),
    );
  });

  it('queries over TLS share a connection', async () => {
    const { send } = toLoopback();
    const { named, sockets, seen } = await secured('processor.example');
    for (const _ of [1, 2]) {
      expect(await send(post(named('https')), question)).toMatchObject(answered('ok'));
    }
    expect([sockets.length, seen.length]).toEqual([1, 2]);
  });

  it.each([
    ['of another name', () => secured('other.example')],
    [
      'of an unknown authority',
      () =>
        secured(
          'processor.example',
          createCertificate({ name: 'An unknown authority', isAuthority: true }),
        ),
    ],
  ])('a server with a certificate %s receives no data', async (_, aServer) => {
    for (const connection of ['prepared', 'kept alive'] as const) {
      const { send, prepareConnection } = toLoopback();
      const { named, seen } = await aServer();
      if (connection === 'prepared') prepareConnection(named('https'), options);
      expect(await send(post(named('https')), { ...options, connection })).toEqual({
        kind: 'not_sent',
        reason: 'no secure connection',
      });
      expect(seen).toEqual([]);
    }
  });

  it.each([
    ['TLS 1.3', 'TLSv1.3'],
    ['TLS 1.2', 'TLSv1.2'],
  ] as const)('a connection resumes the last session of its origin: %s', async (_, version) => {
    const { send, prepareConnection } = toLoopback();
    const { named, server } = await secured('processor.example', authority, version);
    const resumed: boolean[] = [];
    server.on('secureConnection', (socket) => resumed.push(socket.isSessionReused()));
    for (const _ of ['first', 'second']) {
      expect(await send(post(named('https')), options)).toMatchObject(answered('ok'));
    }
    prepareConnection(named('https'), options);
    expect(await send(post(named('https')), prepared)).toMatchObject(answered('ok'));
    // A session belongs to the network settings of its sender: another sender resumes none.
    const other = toLoopback();
    expect(await other.send(post(named('https')), options)).toMatchObject(answered('ok'));
    expect(resumed).toEqual([false, true, true, false]);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'a server with a certificate of another name gets nothing in a second try, with %s',
    async (version) => {
      const { send } = toLoopback();
      const { named, seen } = await secured('other.example', authority, version);
      for (const _ of ['first', 'second']) {
        expect(await send(post(named('https')), options)).toEqual({
          kind: 'not_sent',
          reason: 'no secure connection',
        });
      }
      expect(seen).toEqual([]);
    },
  );

  it('a session that the server no longer knows costs a whole handshake, and no request', async () => {
    const { send } = toLoopback();
    const { named, server, seen } = await secured('processor.example');
    const resumed: boolean[] = [];
    server.on('secureConnection', (socket) => resumed.push(socket.isSessionReused()));
    expect(await send(post(named('https')), options)).toMatchObject(answered('ok'));
    server.setTicketKeys(randomBytes(48));
    expect(await send(post(named('https')), options)).toMatchObject(answered('ok'));
    expect([resumed, seen.length]).toEqual([[false, false], 2]);
  });

  it('a fresh connection is opened when the prepared one fails while it is opened', async () => {
    const { send, prepareConnection } = toLoopback();
    const { named, server, seen, sockets } = await secured('processor.example');
    server.once('connection', (socket) => socket.destroy());
    prepareConnection(named('https'), options);
    expect(await send(post(named('https')), prepared)).toMatchObject(answered('ok'));
    expect([sockets.length, seen.length]).toEqual([2, 1]);
  });
});
