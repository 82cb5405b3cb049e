import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { templatesIn } from '../../scripts/deploy/template-findings.ts';
import { validate as validateCommand } from '../../scripts/turnout/validate.ts';
import { runCommand } from '../support/runner/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnout-validate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const isInstalled = spawnSync('cfn-lint', ['--version']).status === 0;

/** An assembly of one stack with these resources. */
function assembly(name: string, Resources: object): string {
  const directory = join(folder, name);
  mkdirSync(directory);
  const stack = (templateFile: string, environment: string) => ({
    type: 'aws:cloudformation:stack',
    environment,
    properties: { templateFile },
  });
  const artifacts = {
    Assets: { type: 'cdk:asset-manifest' },
    Home: stack('Home.template.json', 'aws://unknown-account/unknown-region'),
    Edge: stack('Edge.template.json', 'aws://unknown-account/us-east-1'),
  };
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ artifacts }));
  const edge = { Resources: { Topic: { Type: 'AWS::SNS::Topic' } } };
  writeFileSync(join(directory, 'Edge.template.json'), JSON.stringify(edge));
  writeFileSync(join(directory, 'Home.template.json'), JSON.stringify({ Resources }));
  return directory;
}

/** Without another PATH, no program but Node.js is found. */
async function validate(directory: string, PATH = dirname(process.execPath)) {
  const { code, out, error } = await runCommand(
    validateCommand,
    [directory, '--region', 'eu-west-1'],
    { environment: { PATH, HOME: process.env.HOME } },
  );
  return { status: code, stderr: error, lines: out.trim().split('\n') };
}

const queue = (properties: object) => ({ Type: 'AWS::SQS::Queue', Properties: properties });
const cycle = {
  A: queue({ QueueName: { 'Fn::GetAtt': ['B', 'QueueName'] } }),
  B: queue({ QueueName: { 'Fn::GetAtt': ['A', 'QueueName'] } }),
};

it('templates without a finding are valid, and the last line says which checks ran', async () => {
  expect(await validate(assembly('good', { Queue: queue({ DelaySeconds: 5 }) }))).toEqual({
    status: 0,
    stderr: '',
    lines: [
      "2 templates. The CDK's validator: 0 findings. cfn-lint is not installed and did not run.",
    ],
  });
});

it('a template with an unknown property ends the command with 1 and names the resource', async () => {
  const { status, lines } = await validate(assembly('wrong', { Queue: queue({ Delay: 5 }) }));
  expect(status).toBe(1);
  expect(lines[0]).toContain('Queue');
  expect(lines.at(-1)).toContain("The CDK's validator: 1 findings.");
});

(isInstalled ? it : it.skip)('a cycle is found by cfn-lint where it is installed', async () => {
  const { status, lines } = await validate(assembly('cycle', cycle), process.env.PATH);
  expect(status).toBe(1);
  expect(lines.filter((line) => line.startsWith('E3004'))).toHaveLength(2);
  expect(lines.at(-1)).toMatch(/cfn-lint: [1-9]\d* findings\./);
});

it('a stack is checked for the Region that the assembly says, else for the one that is given', () => {
  const directory = assembly('regions', {});
  expect(templatesIn(directory, 'eu-west-1')).toEqual([
    { path: join(directory, 'Home.template.json'), region: 'eu-west-1' },
    { path: join(directory, 'Edge.template.json'), region: 'us-east-1' },
  ]);
});
