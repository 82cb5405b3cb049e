import { spawnSync } from 'node:child_process';
import { App, CloudFormationValidatePlugin } from 'aws-cdk-lib';
import * as v from 'valibot';
import { readAssembly } from '../../local/assembly/assembly.ts';
import type { Environment } from '../command-line/program.ts';

/** A template of an assembly, and the Region that it is for. */
interface TemplateFile {
  readonly path: string;
  readonly region: string;
}

/**
 * The templates of a synthesized assembly. Throws where the folder has none.
 *
 * @param region where stacks go that the app leaves to the credentials
 */
export const templatesIn = (directory: string, region: string): readonly TemplateFile[] =>
  readAssembly(directory).map((stack) => ({ path: stack.file, region: stack.region ?? region }));

/** The findings of the validator that the CDK ships, a line each. */
export function cdkFindings(templates: readonly TemplateFile[]): readonly string[] {
  const { violations } = validator().validate({
    appConstruct: new App(),
    templatePaths: templates.map(({ path }) => path),
    stackTemplates: templates.map(({ path, region }) => ({
      templatePath: path,
      stackConstructPath: path,
      accountId: '123456789012',
      region,
    })),
  });
  return violations.map(
    ({ ruleName, description, violatingResources }) =>
      `${ruleName} ${description} ${violatingResources.map((one) => one.resourceLogicalId).join(' ')}`,
  );
}

/**
 * One validator for all calls of a process: each has the schemas of all types of resources in a
 * memory of its own, which is never given back.
 */
function validator(): CloudFormationValidatePlugin {
  made ??= new CloudFormationValidatePlugin();
  return made;
}
let made: CloudFormationValidatePlugin | undefined;

/** Rules of cfn-lint that templates of ours break on purpose, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  W3005:
    'The CDK writes DependsOn beside a reference to the same resource, and it changes nothing.',
};

const Matches = v.array(
  v.object({
    Filename: v.string(),
    Message: v.string(),
    Location: v.object({ Path: v.nullish(v.array(v.union([v.string(), v.number()])), []) }),
    Rule: v.object({ Id: v.string() }),
  }),
);

/**
 * The findings of cfn-lint (https://github.com/aws-cloudformation/cfn-lint), a line each; undefined
 * where it is not installed. Throws when it could not check the templates.
 *
 * @param program the name or path of cfn-lint
 */
export function cfnLintFindings(
  templates: readonly TemplateFile[],
  env: Environment,
  program = 'cfn-lint',
): readonly string[] | undefined {
  const lines: string[] = [];
  for (const region of new Set(templates.map((one) => one.region))) {
    const files = templates.filter((one) => one.region === region).map(({ path }) => path);
    const ignored = ['--ignore-checks', ...Object.keys(exceptions)];
    const args = ['--format', 'json', '--regions', region, ...ignored, '--', ...files];
    const { error, status, stdout, stderr } = spawnSync(program, args, {
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    // 127 is that of the launchers of Python's version managers, which find no cfn-lint.
    if (status === 127 || (error && 'code' in error && error.code === 'ENOENT')) return undefined;
    if (error) throw error;
    if (!stdout.trim().startsWith('[')) throw new Error(`cfn-lint failed: ${stderr.trim()}`);
    const matches = v.parse(Matches, JSON.parse(stdout));
    lines.push(
      ...matches.map(
        ({ Rule, Filename, Location, Message }) =>
          `${Rule.Id} ${Message} ${Filename.replace(/^.*\//, '')} ${(Location.Path ?? []).join('/')}`,
      ),
    );
  }
  return lines;
}
