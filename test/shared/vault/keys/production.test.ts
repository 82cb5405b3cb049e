import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { runAssembly } from '../../../../local/run-assembly.ts';
import { refuseProduction } from '../../../../scripts/start/refuse-production.ts';
import { synthesized } from '../../../support/deployment/synthesized-app.ts';

describe('keys of production', () => {
  it("a laptop's keys are refused in an assembly synthesized for production", async () => {
    const outdir = mkdtempSync(path.join(tmpdir(), 'turnout-production-'));
    try {
      const app = new App({ outdir });
      const stack = new Stack(app, 'turnout-production-vault');
      new CfnFunction(stack, 'StoreCard', {
        runtime: 'nodejs24.x',
        handler: 'index.handler',
        role: 'arn:aws:iam::000000000000:role/any',
        code: { zipFile: 'exports.handler = async () => {};' },
        environment: { variables: { KEY_ENVIRONMENT: 'prd' } },
      });
      app.synth();
      // No server listens there, and no request gets so far.
      const running = runAssembly({
        directory: outdir,
        dynamodbEndpoint: 'http://127.0.0.1:1',
        checkFunctions: refuseProduction,
      });
      await expect(running).rejects.toThrow(
        'turnout-production-vault is of a production stage, and this machine',
      );
    } finally {
      rmSync(outdir, { recursive: true });
    }
  });

  it('every program of ours that runs an assembly refuses one of production', () => {
    const cwd = path.join(import.meta.dirname, '../../../..');
    const programs = globSync(['scripts/**/*.ts', 'bench/**/*.ts', 'console/**/*.ts'], { cwd })
      .map((file) => [file, readFileSync(path.join(cwd, file), 'utf8')] as const)
      .filter(([, text]) => /\brunAssembly\(/.test(text));
    expect(programs.map(([file]) => file).sort()).toEqual([
      'bench/warm-up.ts',
      'scripts/rehearse/rehearsal.ts',
      'scripts/turnout/start.ts',
    ]);
    for (const [, text] of programs) expect(text).toContain('checkFunctions: refuseProduction');
  });

  it('every function with a root key has the production flag in its environment', () => {
    const withRoot = synthesized('production')
      .resources('AWS::Lambda::Function')
      .flatMap(({ name, properties }) => {
        const { Variables = {} } = environmentOf(properties);
        const hasRoot = Object.keys(Variables).some((one) => /^VAULT_\w+_KEY_ARN$/.test(one));
        return hasRoot ? [[name, Variables.KEY_ENVIRONMENT]] : [];
      });
    expect(withRoot.length).toBeGreaterThan(5);
    expect(withRoot.filter(([, known]) => known !== 'prd')).toEqual([]);
  });
});

const environmentOf = (properties: Readonly<Record<string, unknown>>) =>
  (properties.Environment ?? {}) as { readonly Variables?: Readonly<Record<string, unknown>> };
