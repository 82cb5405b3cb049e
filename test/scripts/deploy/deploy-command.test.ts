import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Answers,
  preparedAccount,
  refusal,
  stackXml,
  startAws,
  xmlAnswer,
} from '../../support/aws/aws-on-the-wire.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Runs the command against a stand-in of AWS, in a folder with these files. */
async function run(
  args: readonly string[],
  answers: Answers,
  { environment = {}, files = {} }: { environment?: object; files?: Record<string, string> } = {},
) {
  const aws = await startAws(answers);
  const folder = mkdtempSync(join(tmpdir(), 'turnout-deploy-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'ENGINEER',
      AWS_SECRET_ACCESS_KEY: 's',
      AWS_ENDPOINT_URL: aws.url,
      AWS_EC2_METADATA_DISABLED: 'true',
      ...environment,
    };
    const script = join(root, 'scripts', 'turnout', 'deploy.ts');
    const ended = await new Promise<{ code: number; out: string; error: string }>((resolve) => {
      execFile(process.execPath, [script, ...args], { cwd: folder, env }, (failure, out, error) =>
        resolve({ code: Number(failure?.code ?? 0), out, error }),
      );
    });
    return { ...ended, asked: aws.asked };
  } finally {
    aws.close();
    rmSync(folder, { recursive: true });
  }
}

describe('npx turnout deploy, as AWS answers on the wire', () => {
  it('npx turnout deploy says all that is wrong with the settings and the account at once, and runs no CDK', async () => {
    const { code, out, error } = await run(
      ['-c', 'alarmMail=a@b.example'],
      {
        ...preparedAccount,
        DescribeStacks: () =>
          xmlAnswer(
            'DescribeStacks',
            `<Stacks>${stackXml('turnout-sandbox-data', 'UPDATE_IN_PROGRESS')}</Stacks>`,
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
  });

  it('npx turnout deploy says how to sign in again when the token has ended', async () => {
    const answers = { ...preparedAccount, GetCallerIdentity: () => refusal('ExpiredToken', 403) };
    const { code, out } = await run(['-c', 'traces=some'], answers);
    expect([code, out]).toEqual([
      1,
      'traces must be on or off.\n' +
        'The credentials in AWS_ACCESS_KEY_ID have ended: set others, or use a profile after unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN\n',
    ]);
  });

  it("npx turnout deploy uses the CDK's look-up role for refused questions, reads the recorded settings, and stops", async () => {
    const outputs =
      '<Outputs><member><OutputKey>Settings</OutputKey><OutputValue>{&quot;alarmEmail&quot;:&quot;a@b.example&quot;}</OutputValue></member></Outputs>';
    const stacks =
      stackXml('CDKToolkit', 'CREATE_COMPLETE') +
      stackXml('turnout-sandbox-data', 'CREATE_COMPLETE', outputs);
    const answers: Answers = {
      ...preparedAccount,
      DescribeStacks: (by) =>
        by === 'LOOKUP'
          ? xmlAnswer('DescribeStacks', `<Stacks>${stacks}</Stacks>`)
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
  });

  it('npx turnout deploy says in which Region and as whom to sign in when the environment has neither', async () => {
    const { code, out } = await run([], preparedAccount, {
      environment: { AWS_REGION: undefined, AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' },
    });
    expect([code, out]).toEqual([
      1,
      'It is not said in which Region: export AWS_REGION=eu-west-1, or aws configure set region eu-west-1\n' +
        'There are no credentials of AWS: aws configure\n',
    ]);
  });

  it('npx turnout deploy --json prints its findings as one document', async () => {
    const { code, out, error } = await run(['-c', 'traces=some', '--json'], preparedAccount);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      code: 1,
      stage: 'sandbox',
      is_dry_run: false,
      problems: ['traces must be on or off.'],
      notes: [],
      seconds: expect.any(Number),
    });
    expect(error).toBe('traces must be on or off.\n');
  });

  it('npx turnout deploy --help sends no request to AWS', async () => {
    const { code, out, asked } = await run(['--help'], {});
    expect([code, asked]).toEqual([0, []]);
    expect(out).toContain('--accept NAME');
  });
});
