import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** What the stand-in of AWS answers to a question: XML of the query protocol, or JSON of Lambda. */
type Answers = Readonly<Record<string, (by: string) => { status?: number; body: string }>>;

const xml = (action: string, result: string) => ({
  body: `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`,
});
const refusal = (code: string, status = 403) => ({
  status,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>No.</Message></Error></ErrorResponse>`,
});
const stack = (name: string, status: string, outputs = '') =>
  `<member><StackName>${name}</StackName><StackStatus>${status}</StackStatus><CreationTime>2026-02-01T00:00:00Z</CreationTime>${outputs}</member>`;

const working: Answers = {
  GetCallerIdentity: () =>
    xml(
      'GetCallerIdentity',
      '<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/engineer</Arn>',
    ),
  DescribeStacks: () =>
    xml('DescribeStacks', `<Stacks>${stack('CDKToolkit', 'CREATE_COMPLETE')}</Stacks>`),
  AssumeRole: () =>
    xml(
      'AssumeRole',
      '<Credentials><AccessKeyId>LOOKUP</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration></Credentials>',
    ),
  '/2016-08-19/account-settings': () => ({
    body: '{"AccountLimit":{"ConcurrentExecutions":1000}}',
  }),
};

/** Runs the command against a stand-in of AWS, in a folder with these files. */
async function run(
  args: readonly string[],
  answers: Answers,
  { environment = {}, files = {} }: { environment?: object; files?: Record<string, string> } = {},
) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const action = await actionOf(request);
    // The access key that signed it: `Credential=LOOKUP/20260201/…`.
    const [, by = ''] = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
    asked.push(`${action} by ${by}`);
    const { status = 200, body } = answers[action]?.(by) ?? refusal('AccessDenied');
    response.writeHead(status, {
      'content-type': action.startsWith('/') ? 'application/json' : 'text/xml',
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const folder = mkdtempSync(join(tmpdir(), 'turnout-deploy-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const env = {
      ...{ PATH: process.env.PATH, HOME: folder, AWS_REGION: 'eu-west-1' },
      ...{ AWS_ACCESS_KEY_ID: 'ENGINEER', AWS_SECRET_ACCESS_KEY: 's' },
      ...{ AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, AWS_EC2_METADATA_DISABLED: 'true' },
      ...environment,
    };
    const script = join(root, 'scripts', 'deploy.ts');
    const ended = await new Promise<{ code: number; out: string; error: string }>((resolve) => {
      execFile(process.execPath, [script, ...args], { cwd: folder, env }, (failure, out, error) =>
        resolve({ code: Number(failure?.code ?? 0), out, error }),
      );
    });
    return { ...ended, asked };
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
}

async function actionOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  return new URLSearchParams(body).get('Action') ?? request.url ?? '';
}

describe('npm run deploy, as AWS answers on the wire', () => {
  it('says all that is wrong with the settings and the account at once, and runs no CDK', async () => {
    const { code, out, error } = await run(
      ['-c', 'alarmMail=a@b.example'],
      {
        ...working,
        DescribeStacks: () =>
          xml(
            'DescribeStacks',
            `<Stacks>${stack('turnout-sandbox-data', 'UPDATE_IN_PROGRESS')}</Stacks>`,
          ),
      },
      { files: { 'turnout.sandbox.json': '{\n  "traces": on\n}' } },
    );
    expect([code, error]).toEqual([1, '']);
    expect(out.split('\n').slice(0, 4)).toEqual([
      'turnout.sandbox.json: line 2, column 13 is no JSON: a value is expected there.',
      'There is no setting alarmMail; did you mean alarmEmail?',
      'The account is not prepared for the CDK in eu-west-1: npx cdk bootstrap aws://123456789012/eu-west-1',
      expect.stringContaining(
        'CloudFormation is at work: turnout-sandbox-data (UPDATE_IN_PROGRESS)',
      ),
    ]);
  }, 60_000);

  it('says how to sign in again where the token has ended', async () => {
    const answers = { ...working, GetCallerIdentity: () => refusal('ExpiredToken', 403) };
    const { code, out } = await run(['-c', 'traces=some'], answers);
    expect([code, out]).toEqual([
      1,
      'traces must be on or off.\n' +
        'The credentials in AWS_ACCESS_KEY_ID have ended: set others, or use a profile after unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN\n',
    ]);
  }, 60_000);

  it('asks by the role of the CDK for look-ups what the credentials may not ask, reads the recorded settings, and stops', async () => {
    const outputs =
      '<Outputs><member><OutputKey>Settings</OutputKey><OutputValue>{&quot;alarmEmail&quot;:&quot;a@b.example&quot;}</OutputValue></member></Outputs>';
    const stacks =
      stack('CDKToolkit', 'CREATE_COMPLETE') +
      stack('turnout-sandbox-data', 'CREATE_COMPLETE', outputs);
    const answers: Answers = {
      ...working,
      DescribeStacks: (by) =>
        by === 'LOOKUP'
          ? xml('DescribeStacks', `<Stacks>${stacks}</Stacks>`)
          : refusal('AccessDenied'),
    };
    const { code, out, asked } = await run([], answers);
    expect([code, out.split('\n').slice(0, 4)]).toEqual([
      1,
      [
        'This deployment would change settings of the last one:',
        '  alarmEmail',
        '    deployed: a@b.example',
        '    now:      not given',
      ],
    ]);
    expect(asked).toContain('DescribeStacks by LOOKUP');
    expect(asked).toContain('AssumeRole by ENGINEER');
  }, 60_000);

  it('says in which Region and as whom to sign in where the environment says neither', async () => {
    const { code, out } = await run([], working, {
      environment: { AWS_REGION: undefined, AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' },
    });
    expect([code, out]).toEqual([
      1,
      'It is not said in which Region: export AWS_REGION=eu-west-1, or aws configure set region eu-west-1\n' +
        'There are no credentials of AWS: aws configure\n',
    ]);
  }, 60_000);

  it('shows its help without a question to anyone', async () => {
    const { code, out, asked } = await run(['--help'], {});
    expect([code, asked]).toEqual([0, []]);
    expect(out).toContain('--accept NAME');
  }, 60_000);
});
