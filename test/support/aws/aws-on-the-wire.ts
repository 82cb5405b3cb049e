import { once } from 'node:events';
import { createServer } from 'node:http';

/** An answer of AWS: XML of the query protocol, or JSON of Lambda. */
interface Answer {
  readonly status?: number;
  readonly body: string;
}

/**
 * The answers of the stand-in of AWS, by the action of the query protocol or by the path.
 *
 * @param by the access key that signed the question
 */
export type Answers = Readonly<Record<string, (by: string, question: URLSearchParams) => Answer>>;

/** A request as it came. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface AwsOnTheWire {
  readonly url: string;
  /** `DescribeStacks by ENGINEER` */
  readonly asked: readonly string[];
  readonly received: readonly ReceivedRequest[];
  close(): void;
}

export const xmlAnswer = (action: string, result: string): Answer => ({
  body: `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`,
});

export const refusal = (code: string, status = 403): Answer => ({
  status,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>No.</Message></Error></ErrorResponse>`,
});

/** A stack in an answer to `DescribeStacks`. */
export const stackXml = (name: string, status: string, outputs = '') =>
  `<member><StackName>${name}</StackName><StackStatus>${status}</StackStatus><CreationTime>2026-02-01T00:00:00Z</CreationTime>${outputs}</member>`;

/** An account that is prepared for the CDK, and its role for look-ups. */
export const preparedAccount: Answers = {
  GetCallerIdentity: () =>
    xmlAnswer(
      'GetCallerIdentity',
      '<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/engineer</Arn>',
    ),
  DescribeStacks: () =>
    xmlAnswer('DescribeStacks', `<Stacks>${stackXml('CDKToolkit', 'CREATE_COMPLETE')}</Stacks>`),
  AssumeRole: (_, question) => {
    const [, name = ''] = /cdk-hnb659fds-(\w+)-role-/.exec(question.get('RoleArn') ?? '') ?? [];
    return xmlAnswer(
      'AssumeRole',
      `<Credentials><AccessKeyId>${name.toUpperCase()}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration></Credentials>`,
    );
  },
  '/2016-08-19/account-settings': () => ({
    body: '{"AccountLimit":{"ConcurrentExecutions":1000}}',
  }),
  // With members of the example in API Gateway's API reference.
  '/account': () => ({
    body: '{"apiKeyVersion":"4","features":["UsagePlans"],"throttleSettings":{"rateLimit":10000.0,"burstLimit":5000}}',
  }),
};

/** Starts a stand-in of AWS. A question that it has no answer to is refused. */
export async function startAws(answers: Answers): Promise<AwsOnTheWire> {
  const asked: string[] = [];
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { method = '', url: path = '', headers } = request;
    const question = new URLSearchParams(body);
    const action = question.get('Action') ?? path;
    // The access key that signed it: `Credential=LOOKUP/20260201/…`.
    const [, by = ''] = /Credential=([^/]+)\//.exec(headers.authorization ?? '') ?? [];
    asked.push(`${action} by ${by}`);
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    received.push({ method, path, headers: Object.fromEntries(texts), body });
    const { status = 200, body: answer } =
      answers[action]?.(by, question) ?? refusal('AccessDenied');
    response.writeHead(status, {
      'content-type': action.startsWith('/') ? 'application/json' : 'text/xml',
    });
    response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    asked,
    received,
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
