import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type LeanConnections, leanConnections } from '../../../local/aws/lean-connections.ts';

/** A server whose `answer` gets the whole text of each request on a connection. */
async function withServer(
  answer: (socket: Socket, request: string, connection: number) => void,
  use: (connections: LeanConnections, server: { readonly requests: string[] }) => Promise<void>,
  limits?: Parameters<typeof leanConnections>[1],
) {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const connection = sockets.size;
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const [, length] = /content-length: (\d+)/.exec(head) ?? [];
      if (!text.includes('\r\n\r\n') || body.length < Number(length)) return;
      requests.push(text);
      const request = text;
      text = '';
      answer(socket, request, connection);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connections = leanConnections({ host: '127.0.0.1', port }, limits);
  try {
    await use(connections, { requests });
  } finally {
    connections.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const ask = (connections: LeanConnections, body = '{}') =>
  connections.post({ 'x-amz-target': 'Some.Call' }, Buffer.from(body)).answer;
const textOf = async (answer: ReturnType<typeof ask>) => {
  const { status, body } = await answer;
  return [status, body.toString()];
};
const stated = (text: string, status = '200 OK') =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${text.length}\r\nX-One: a\r\n\r\n${text}`;
const chunked = (...chunks: readonly string[]) =>
  `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks
    .map((one) => `${one.length.toString(16)};note=1\r\n${one}\r\n`)
    .join('')}0\r\ntrailer: x\r\n\r\n`;

/** Sends a text in pieces of one byte, each in a packet of its own turn. */
async function drip(socket: Socket, text: string) {
  for (const letter of text) {
    socket.write(letter);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('an answer of an emulator', () => {
  it.each([
    ['with a stated length', stated('{"a":1}'), [200, '{"a":1}']],
    ['with a stated length of nothing', stated(''), [200, '']],
    ['in chunks', chunked('{"a"', ':1}'), [200, '{"a":1}']],
    ['in chunks that are none', chunked(), [200, '']],
    ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n', [204, '']],
    [
      'after an answer that only announces it',
      `HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${stated('{}', '400 Bad Request')}`,
      [400, '{}'],
    ],
  ])(
    "an emulator's answer %s is read whole, at once and in pieces of one byte, on one connection",
    async (_, sent, read) => {
      const seen = new Set<number>();
      await withServer(
        (socket, request, connection) => {
          seen.add(connection);
          if (request.endsWith('slow')) void drip(socket, sent);
          else socket.write(sent);
        },
        async (connections) => {
          expect(await textOf(ask(connections))).toEqual(read);
          expect(await textOf(ask(connections, 'slow'))).toEqual(read);
          expect(await textOf(ask(connections))).toEqual(read);
          expect([...seen]).toEqual([1]);
        },
      );
    },
  );

  it('an answer without a length ends with its connection, and the next one has another', async () => {
    await withServer(
      (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"a":1}'),
      async (connections) => {
        expect(await textOf(ask(connections))).toEqual([200, '{"a":1}']);
        expect(await textOf(ask(connections))).toEqual([200, '{"a":1}']);
      },
    );
  });

  it.each([
    ['at once', (socket: Socket) => socket.write(`${stated('{}')}HTTP/1.1 200 OK`)],
    [
      'later',
      (socket: Socket) => {
        socket.write(stated('{}'));
        setImmediate(() => socket.write(stated('"unasked"')));
      },
    ],
  ])(
    "an emulator's answer longer than stated is cut, and the rest %s answers no other request",
    async (_, send) => {
      await withServer(
        (socket, request, connection) => {
          if (connection === 1) send(socket);
          else socket.write(stated(`"${request.slice(-1)}"`));
        },
        async (connections) => {
          expect(await textOf(ask(connections, 'a'))).toEqual([200, '{}']);
          await new Promise((resolve) => setImmediate(resolve));
          // Its connection is closed, so that this one breaks at worst, and is never misread.
          const next = await textOf(ask(connections, 'b')).catch(({ name }) => name);
          expect(['ConnectionBroken', [200, '"b"']]).toContainEqual(next);
          expect(await textOf(ask(connections, 'c'))).toEqual([200, '"c"']);
        },
      );
    },
  );

  it.each([
    ['before its head is whole', 'HTTP/1.1 200 OK\r\ncontent-le', false],
    ['before its stated length', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"a"', true],
    ['within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a"', true],
    ['before its last chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', true],
    ['before anything', '', false],
  ])(
    "an emulator's answer that is cut %s breaks the call, which is not sent again",
    async (_, sent, hasBegun) => {
      await withServer(
        (socket) => socket.end(sent),
        async (connections, { requests }) => {
          await expect(ask(connections)).rejects.toMatchObject({
            name: 'ConnectionBroken',
            code: 'ECONNRESET',
            hasBegun,
          });
          expect(requests).toHaveLength(1);
        },
      );
    },
  );

  it.each([
    ['is no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['states a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
    ['states more than may be read', 'HTTP/1.1 200 OK\r\ncontent-length: 101\r\n\r\n'],
    ['has more than may be read', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(101)}`],
    ['has more than may be read in chunks', chunked('x'.repeat(60), 'x'.repeat(60))],
    ['is encoded otherwise', 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\n\r\n'],
    [
      'has a chunk that is longer than stated',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n',
    ],
    [
      'has a chunk without a size',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nx\r\n{}\r\n0\r\n\r\n',
    ],
    ['has a head without an end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(70_000)}`],
  ])(
    "an emulator's answer that %s breaks the call, and the next call has another connection",
    async (_, sent) => {
      await withServer(
        (socket, __, connection) => socket.write(connection === 1 ? sent : stated('{}')),
        async (connections) => {
          await expect(ask(connections)).rejects.toMatchObject({ code: 'EPROTO' });
          expect(await textOf(ask(connections))).toEqual([200, '{}']);
        },
        { connections: 2, answerBytes: 100 },
      );
    },
  );
});

describe('the connections to an emulator', () => {
  it('connections are no more than allowed, and calls above that wait for one', async () => {
    const seen = new Set<number>();
    await withServer(
      (socket, request, connection) => {
        seen.add(connection);
        setImmediate(() => socket.write(stated(request.slice(-1))));
      },
      async (connections) => {
        const calls = ['a', 'b', 'c', 'd', 'e'].map((one) => textOf(ask(connections, one)));
        expect(await Promise.all(calls)).toEqual(
          ['a', 'b', 'c', 'd', 'e'].map((one) => [200, one]),
        );
        expect(seen.size).toBe(2);
      },
      { connections: 2, answerBytes: 100 },
    );
  });

  it('connections serve the next call after one was cancelled, which is then answered to no other', async () => {
    await withServer(
      (socket, request) => {
        if (!request.endsWith('long')) socket.write(stated(request.slice(-1)));
      },
      async (connections) => {
        const long = connections.post({}, Buffer.from('long'));
        const next = textOf(ask(connections, 'n'));
        const given = connections.post({}, Buffer.from('given up'));
        given.cancel();
        long.cancel();
        await expect(given.answer).rejects.toMatchObject({ hasBegun: false });
        await expect(long.answer).rejects.toMatchObject({ hasBegun: false });
        expect(await next).toEqual([200, 'n']);
      },
      { connections: 1, answerBytes: 100 },
    );
  });

  it('a header that would end before its value does is refused', async () => {
    await withServer(
      () => undefined,
      async (connections, { requests }) => {
        expect(() => connections.post({ x: 'a\r\ny: b' }, Buffer.from(''))).toThrow(TypeError);
        expect(requests).toEqual([]);
      },
    );
  });

  it('a call breaks where nothing listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const connections = leanConnections({ host: '127.0.0.1', port });
    await expect(ask(connections)).rejects.toMatchObject({ code: 'ECONNREFUSED', hasBegun: false });
  });
});
