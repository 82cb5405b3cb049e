import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodedWords, mailAddress, mailService } from '#platform/aws/ses.ts';

const mail = {
  fromName: 'Shoes & Sons',
  from: 'receipts@shop.example',
  to: 'ada@example.com',
  subject: 'Receipt: Shoes\r\nBcc: eve@example.com',
  text: 'Text',
  html: '<p>HTML</p>',
};

interface Received {
  readonly url: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: unknown;
}

/** A server in the place of SES, which answers each call in the same way. */
async function aMailServer(status: number, headers: Record<string, string>, answer: string) {
  const received: Received[] = [];
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body: unknown = JSON.parse(Buffer.concat(parts).toString());
    received.push({ url: request.url, headers: request.headers, body });
    response.writeHead(status, headers).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const environment = { ...process.env };
afterEach(() => {
  process.env = { ...environment };
});

async function sentTo(server: Awaited<ReturnType<typeof aMailServer>>) {
  process.env = {
    ...environment,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_SESV2: server.url,
  };
  try {
    await mailService().send(mail);
  } finally {
    server.close();
  }
}

describe('a mail by SES', () => {
  it('a mail is one signed call of SendEmail with its text and its HTML', async () => {
    const server = await aMailServer(200, {}, '{"MessageId":"1"}');
    await sentTo(server);
    expect(server.received).toMatchObject([
      {
        url: '/v2/email/outbound-emails',
        headers: {
          'content-type': 'application/json',
          authorization: expect.stringMatching(
            /^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/eu-west-1\/ses\/aws4_request, /,
          ),
        },
        body: {
          FromEmailAddress: '=?UTF-8?B?U2hvZXMgJiBTb25z?= <receipts@shop.example>',
          Destination: { ToAddresses: ['ada@example.com'] },
          Content: {
            Simple: {
              Subject: { Data: 'Receipt: Shoes Bcc: eve@example.com', Charset: 'UTF-8' },
              Body: { Text: { Data: 'Text' }, Html: { Data: '<p>HTML</p>' } },
            },
          },
        },
      },
    ]);
  });

  it('a refused mail throws an error that names the code of SES, and no address', async () => {
    const answer = '{"message":"Email address is not verified: ada@example.com"}';
    const headers = { 'x-amzn-errortype': 'MessageRejected:http://internal.amazon.com/' };
    const server = await aMailServer(400, headers, answer);
    await expect(sentTo(server)).rejects.toThrow(/^SES answered 400 \(MessageRejected\)\.$/);
  });
});

describe('a name in the header of a mail', () => {
  /** The text of encoded words, as RFC 2047 decodes them. */
  const decoded = (words: string) =>
    Buffer.concat(
      words.split(' ').map((word) => {
        const [, text = ''] = /^=\?UTF-8\?B\?([A-Za-z0-9+/=]+)\?=$/.exec(word) ?? [];
        return Buffer.from(text, 'base64');
      }),
    ).toString();

  it.each([
    'Shoes & Sons',
    '"Shoes" <eve@example.com>, \\',
    '靴と息子たちの店 — 株式会社',
    'مؤسسة الأحذية',
    '👟'.repeat(40),
  ])(
    'a name in the header of a mail comes as it is, in words of 75 letters at most: %s',
    (name) => {
      const words = encodedWords(name);
      expect(decoded(words)).toBe(name);
      for (const word of words.split(' ')) expect(word.length).toBeLessThanOrEqual(75);
    },
  );

  it('a name in the header of a mail ends no header', () => {
    expect(decoded(encodedWords('Shoes\r\nBcc: eve@example.com\u2028x'))).toBe(
      'Shoes Bcc: eve@example.com x',
    );
  });
});

describe('the address of a mail', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ["o'hara+shop@mail.example.co.uk", "o'hara+shop@mail.example.co.uk"],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ])('the address %s goes to SES as %s', (text, address) => {
    expect(mailAddress(text)).toBe(address);
  });

  it.each([
    '',
    'ada',
    'ada@localhost',
    'ada@example.com, eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    '"ada" <ada@example.com>',
    'ada@eve@example.com',
    'jürgen@example.com',
    'ada@127.0.0.1',
    'ada@example.com/path',
    `${'a'.repeat(65)}@example.com`,
  ])('the text %j is no address for SES', (text) => {
    expect(mailAddress(text)).toBeUndefined();
  });
});
