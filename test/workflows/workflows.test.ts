import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';

const root = path.join(import.meta.dirname, '..', '..');
const folder = path.join(root, '.github', 'workflows');
const workflows = globSync('*.yml', { cwd: folder })
  .sort()
  .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const);

const { scripts } = v.parse(
  v.object({ scripts: v.record(v.string(), v.string()) }),
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')),
);

const valuesOf = (text: string, key: string) =>
  [...text.matchAll(new RegExp(`^ +(?:- )?${key}: *(.*)$`, 'gm'))].map(([, value = '']) => value);

/** The jobs of a workflow by name, each with its lines. */
const jobsOf = (text: string) =>
  new Map(
    (text.split(/^jobs:\n/m)[1] ?? '').split(/^ {2}(?=[\w-]+:\n)/m).flatMap((part) => {
      const [, name] = /^([\w-]+):\n/.exec(part) ?? [];
      return name ? [[name, part] as const] : [];
    }),
  );

const jobs = workflows.flatMap(([file, text]) =>
  [...jobsOf(text)].map(([name, lines]) => [`${file} ${name}`, lines] as const),
);

it('the workflows are one for checks, one for deliveries and one for drift', () => {
  expect(workflows.map(([file]) => file)).toEqual(['checks.yml', 'deliver.yml', 'drift.yml']);
  expect(jobs.map(([name]) => name)).toEqual([
    ...['checks.yml test', 'checks.yml dependencies', 'checks.yml synth', 'checks.yml diff'],
    'deliver.yml dependencies',
    ...['deliver.yml sandbox', 'deliver.yml probe', 'deliver.yml production-diff'],
    ...['deliver.yml production', 'drift.yml sandbox', 'drift.yml production'],
  ]);
});

it.each(workflows)('%s runs only commands that this repository has', (_, text) => {
  const commands = valuesOf(text, 'run');
  expect(commands.length).toBeGreaterThan(1);
  for (const command of commands) {
    const [program, ...args] = command.split(' ');
    if (program === 'npx')
      expect(existsSync(path.join(root, 'node_modules/.bin', args[0] ?? ''))).toBe(true);
    else if (program === 'npm' && args[0] === 'run')
      expect(Object.keys(scripts)).toContain(args[1]);
    else
      expect(command).toMatch(
        /^(npm ci|npm audit --audit-level=high|npm sbom [\w=> .-]+|\.ci\/run|pipx install cfn-lint==[\d.]+)$/,
      );
  }
});

it.each(workflows)('%s names each action by the commit of a release', (_, text) => {
  for (const action of valuesOf(text, 'uses')) {
    expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

it.each(workflows)(
  '%s stores no key, and only jobs that enter an account ask for a token',
  (_, text) => {
    expect(text).not.toMatch(/secrets\.|aws-access-key-id|aws-secret-access-key/);
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    for (const [, job] of jobsOf(text)) {
      const permissions = /^ {4}permissions:\n((?: {6}.*\n)+)/m.exec(job)?.[1];
      const enters = job.includes('aws-actions/configure-aws-credentials');
      expect(permissions).toBe(
        enters ? '      contents: read\n      id-token: write\n' : undefined,
      );
    }
  },
);

it.each(jobs)(
  '%s enters only the account of its stage, by a role that trusts it',
  (name, lines) => {
    const roles = valuesOf(lines, 'role-to-assume');
    const environment = valuesOf(lines, 'environment')[0];
    const isPullRequest = name.startsWith('checks.yml');
    for (const role of roles) {
      const [, account, stage, kind] =
        /^arn:aws:iam::\$\{\{ vars\.(\w+)_ACCOUNT \}\}:role\/turnout-(\w+)-pipeline-(\w+)$/.exec(
          role,
        ) ?? [];
      if (!stage) {
        expect(role).toMatch(
          /role\/cdk-hnb659fds-lookup-role-\$\{\{ vars\.\w+_ACCOUNT \}\}-\$\{\{ vars\.AWS_REGION \}\}$/,
        );
        continue;
      }
      expect(account).toBe(stage.toUpperCase());
      expect(kind).toBe(environment === undefined ? 'read' : 'deploy');
      if (environment !== undefined) expect(environment).toBe(stage);
      if (isPullRequest) expect(stage).toBe('sandbox');
    }
  },
);

it('production waits for the sandbox, its probe, the difference and an approval', () => {
  const deliver = jobsOf(workflows.find(([file]) => file === 'deliver.yml')?.[1] ?? '');
  const needs = (job: string) => valuesOf(deliver.get(job) ?? '', 'needs');
  expect(needs('sandbox')).toEqual(['dependencies']);
  expect(needs('probe')).toEqual(['sandbox']);
  expect(needs('production-diff')).toEqual(['probe']);
  expect(needs('production')).toEqual(['production-diff']);
  expect(valuesOf(deliver.get('production') ?? '', 'environment')).toEqual(['production']);
  expect(deliver.get('probe')).toContain('run: npx turnout gate --stage sandbox');
});

it('a dependency with a known vulnerability stops a pull request and a delivery, which store the list of dependencies', () => {
  for (const file of ['checks.yml', 'deliver.yml']) {
    const job = jobsOf(workflows.find(([name]) => name === file)?.[1] ?? '').get('dependencies');
    expect(valuesOf(job ?? '', 'run')).toEqual([
      'npm audit --audit-level=high',
      'npm sbom --sbom-format=cyclonedx --package-lock-only > sbom.cdx.json',
    ]);
    expect(job).toMatch(/upload-artifact@[\s\S]*path: sbom\.cdx\.json/);
    expect(job).not.toContain('continue-on-error');
  }
});

it('the list of dependencies has each locked package with its version and digest', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sbom-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) {
      copyFileSync(path.join(root, file), path.join(folder, file));
    }
    const printed = execFileSync(
      'npm',
      ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'],
      {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 64 * 1_024 * 1_024,
      },
    );
    const list = v.parse(Sbom, JSON.parse(printed));
    const { dependencies } = v.parse(
      v.object({ dependencies: v.record(v.string(), v.string()) }),
      JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')),
    );
    const listed = new Map(list.components.map((one) => [one.name, one]));
    for (const [name, version] of Object.entries(dependencies)) {
      expect(listed.get(name)).toMatchObject({ version, hashes: [{ alg: 'SHA-512' }] });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const Sbom = v.object({
  bomFormat: v.literal('CycloneDX'),
  components: v.array(
    v.object({
      name: v.string(),
      version: v.string(),
      hashes: v.optional(v.array(v.object({ alg: v.string() }))),
    }),
  ),
});

it('a pull request from a fork gets no credentials', () => {
  const diff = jobsOf(workflows.find(([file]) => file === 'checks.yml')?.[1] ?? '').get('diff');
  expect(diff).toContain('github.event.pull_request.head.repo.full_name == github.repository');
  for (const [, text] of workflows) expect(text).not.toContain('pull_request_target');
});
