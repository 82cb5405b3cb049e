import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { switchApp } from '../../lib/switch-app.ts';
import { objectOf, parseJson } from '../../local/assembly/json.ts';
import { templateOf } from '../../local/assembly/template.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { manySettings } from '../support/deployment/common-settings.ts';
import { synthesized, withBundles } from '../support/deployment/synthesized-app.ts';

/** All files of the assembly of a stage in a version of the software, by name. */
function assemblyOf(context: object, version: string): ReadonlyMap<string, string> {
  return withBundles(({ outdir }) => {
    const props = {
      outdir,
      context: { ...context, 'aws:cdk:disable-stack-trace': true },
      treeMetadata: false,
      builtinCloudFormationValidation: false,
    };
    switchApp(props, undefined, undefined, version).synth();
    const names = globSync('**/*.json', { cwd: outdir });
    return new Map(names.map((name) => [name, readFileSync(join(outdir, name), 'utf8')]));
  });
}

it.each([{ stage: 'production', ...manySettings }, { stage: 'sandbox' }])(
  'a release of a $stage that changes no function differs in one output, and in no resource',
  (context) => {
    const [before, after] = [assemblyOf(context, '1.2.3'), assemblyOf(context, '1.3.0')];
    expect([...after.keys()]).toEqual([...before.keys()]);
    const templates = [...before.keys()].filter((name) => name.endsWith('.template.json'));
    expect(templates.length).toBeGreaterThan(15);
    const differing = templates.filter((name) => before.get(name) !== after.get(name));
    expect(differing).toEqual(['Data.template.json']);
    const [one, other] = [before, after].map((files) =>
      templateOf(parseJson(files.get('Data.template.json') ?? '')),
    );
    const { Outputs, ...rest } = one?.written ?? {};
    const { Outputs: outputs, ...others } = other?.written ?? {};
    expect(others).toEqual(rest);
    const released = {
      ...objectOf(objectOf(Outputs, 'Outputs').Version, 'Version'),
      Value: '1.3.0',
    };
    expect(outputs).toEqual({ ...objectOf(Outputs, 'Outputs'), Version: released });
  },
);

it('a deployment states the version of the software in an output of the stack Data', () => {
  expect(synthesized('production').outputs('Data', 'Version')).toEqual([packageJson.version]);
});
