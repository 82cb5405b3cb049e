import { spawnSync } from 'node:child_process';
import * as v from 'valibot';
import { longestNames } from '../support/deployment/cloudformation/longest-names.ts';
import { publishedTypes } from '../support/deployment/cloudformation/published-schemas.ts';
import { readResourceTypes } from '../support/deployment/cloudformation/resource-types.ts';

const { types } = readResourceTypes();

it('the table of resource types agrees with the schemas that the CDK brings', () => {
  expect(types).toEqual(publishedTypes(Object.keys(types)));
});

/** Prints the schemas of cfn-lint of the types that stand in its input. */
const schemasOfCfnLint = `
import importlib.util, json, os, re, sys
package = os.path.dirname(importlib.util.find_spec('cfnlint').origin)
folder = os.path.join(package, 'data', 'schemas')
with open(os.path.join(folder, 'providers', 'us_east_1.py')) as file:
    names = dict(re.findall(r'"(AWS::[\\w:]+)": "([0-9a-f]+)"', file.read()))
def schema(name):
    with open(os.path.join(folder, 'resources', names[name] + '.json')) as file:
        return json.load(file)
json.dump({name: schema(name) for name in json.load(sys.stdin)}, sys.stdout)
`;

const Schema = v.object({
  properties: v.record(v.string(), v.object({ maxLength: v.optional(v.number()) })),
  createOnlyProperties: v.optional(v.array(v.string()), []),
  conditionalCreateOnlyProperties: v.optional(v.array(v.string()), []),
  required: v.optional(v.array(v.string()), []),
});

const asked = spawnSync('python3', ['-c', schemasOfCfnLint], {
  input: JSON.stringify(Object.keys(types)),
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
const itWithCfnLint = asked.status === 0 ? it : it.skip;

const topLevel = (paths: readonly string[]) =>
  paths
    .map((path) => path.split('/').slice(2))
    .flatMap(([name, ...rest]) => (name !== undefined && rest.length === 0 ? [name] : []));

itWithCfnLint(
  'the table of resource types marks a property as replacing when the schemas of cfn-lint do',
  () => {
    const schemas = v.parse(v.record(v.string(), Schema), JSON.parse(asked.stdout));
    const unknown = Object.entries(types).flatMap(([name, type]) => {
      const published = schemas[name];
      if (!published) return [`${name} has no schema`];
      const replacing = topLevel(published.createOnlyProperties);
      return [
        ...replacing
          .filter((one) => !type.createOnly.includes(one))
          .map((one) => `${name}.${one} replaces`),
        ...topLevel(published.conditionalCreateOnlyProperties)
          .filter((one) => ![...type.createOnly, ...type.maybeCreateOnly].includes(one))
          .map((one) => `${name}.${one} may replace`),
        ...published.required
          .filter((one) => !type.required.includes(one))
          .map((one) => `${name}.${one} is required`),
      ];
    });
    // Missing in the schemas of the CDK, or only in its documentation; no template of ours has
    // them.
    expect(unknown).toEqual([
      'AWS::DynamoDB::GlobalTable.GlobalTableSourceArn may replace',
      'AWS::Lambda::Function.DurableConfig may replace',
      'AWS::SNS::Subscription.Region may replace',
    ]);
  },
);

itWithCfnLint('no name may be longer by our table than by the schemas of cfn-lint', () => {
  const schemas = v.parse(v.record(v.string(), Schema), JSON.parse(asked.stdout));
  for (const [type, longest] of Object.entries(longestNames)) {
    const properties = schemas[type]?.properties ?? {};
    const stem = type.replace(/^.*::(Global|Composite|Metric)?/, '');
    const published = (properties[`${stem}Name`] ?? properties.Name)?.maxLength;
    if (published !== undefined) expect([type, longest <= published]).toEqual([type, true]);
  }
});
