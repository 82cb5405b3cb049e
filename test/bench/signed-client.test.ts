import { once } from 'node:events';
import { createServer } from 'node:http';
import { authorization, signedClient } from '../../bench/signed-client.ts';
import { portOf } from '../../local/port-of.ts';

it("the signed client signs the AWS documentation's example as the documentation does", () => {
  const header = authorization(
    {
      method: 'GET',
      path: '/',
      query: 'Action=ListUsers&Version=2010-05-08',
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        host: 'iam.amazonaws.com',
        'x-amz-date': '20150830T123600Z',
      },
      body: '',
    },
    {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
      service: 'iam',
    },
  );
  expect(header).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, ' +
      'SignedHeaders=content-type;host;x-amz-date, ' +
      'Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  );
});

it('the signed client repeats a request when the server had closed its connection', async () => {
  let requests = 0;
  const server = createServer(({ socket }, response) => {
    requests += 1;
    if (requests === 2) socket.resetAndDestroy();
    else response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${portOf(server.address())}`;
  const signer = { accessKeyId: 'a', secretAccessKey: 'b', region: 'eu-west-1' };
  const client = signedClient(url, { ...signer, service: 'dynamodb' });
  await client('X.First', '{}');
  await expect(client('X.Second', '{}')).resolves.toEqual({});
  expect(requests).toBe(3);
  server.closeAllConnections();
  server.close();
});
