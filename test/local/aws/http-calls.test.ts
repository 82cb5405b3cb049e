import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { addressAt } from '../../../local/aws/aws-call.ts';
import { type HttpCalls, httpCalls } from '../../../local/aws/http-calls.ts';

/** A server whose `answer` gets the whole text of each request on a connection. */
async function withServer(
  answer: (socket: Socket, request: string, connection: number) => void,
  use: (calls: HttpCalls, requests: readonly string[]) => Promise<void>,
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
  const calls = httpCalls(addressAt(`http://127.0.0.1:${port}`, 'local', 'eu-west-1'));
  try {
    await use(calls, requests);
  } finally {
    calls.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const textOf = async ({ call }: HttpCalls, text = '{}') => {
  const { status, body } = await call('Some.Call', text).answer;
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
      async (calls) => {
        expect(await textOf(calls)).toEqual(read);
        expect(await textOf(calls, 'slow')).toEqual(read);
        expect(await textOf(calls)).toEqual(read);
        expect([...seen]).toEqual([1]);
      },
    );
  },
);

it('an answer without a length ends with its connection, and the next one has another', async () => {
  await withServer(
    (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"a":1}'),
    async (calls) => {
      expect(await textOf(calls)).toEqual([200, '{"a":1}']);
      expect(await textOf(calls)).toEqual([200, '{"a":1}']);
    },
  );
});

const broken = [500, expect.stringContaining('"__type":"InternalFailure"')];

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
      async (calls, requests) => {
        if (hasBegun) await expect(textOf(calls)).rejects.toThrow('aborted');
        else expect(await textOf(calls)).toEqual(broken);
        expect(requests).toHaveLength(1);
      },
    );
  },
);

it.each([
  ['is no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['states a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
  ['has a head without an end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(70_000)}`],
])(
  "an emulator's answer that %s breaks the call, and the next call has another connection",
  async (_, sent) => {
    await withServer(
      (socket, __, connection) => socket.write(connection === 1 ? sent : stated('{}')),
      async (calls) => {
        expect(await textOf(calls)).toEqual(broken);
        expect(await textOf(calls)).toEqual([200, '{}']);
      },
    );
  },
);

it('connections serve the next call after one was cancelled, which is then answered to no other', async () => {
  await withServer(
    (socket, request) => {
      if (!request.endsWith('long')) socket.write(stated(request.slice(-1)));
    },
    async (calls) => {
      const long = calls.call('Some.Call', 'long');
      const next = textOf(calls, 'n');
      long.cancel();
      expect(await next).toEqual([200, 'n']);
      expect((await long.answer).status).toBe(500);
    },
  );
});

it('a call breaks where nothing listens', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const calls = httpCalls(addressAt(`http://127.0.0.1:${port}`, 'local', 'eu-west-1'));
  expect(await textOf(calls)).toEqual([500, expect.stringContaining('ECONNREFUSED')]);
  calls.close();
});
