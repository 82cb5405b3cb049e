import { docs, eachStack, type MeasuredAssembly, type Quotas } from './measured-assembly.ts';

const source = `${docs}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`;

const longest = (names: readonly string[]) => Math.max(0, ...names.map((name) => name.length));

/** Limits of CloudFormation, and of the tags of all services. */
export const quotasOfStacks: Quotas = {
  'stacks of a Region': {
    limit: 2_000,
    source,
    figures: ({ templates }) => [['all stacks', templates.length]],
  },
  'resources of a stack': {
    limit: 500,
    source,
    figures: eachStack(({ resources }) => resources.length),
  },
  'characters of the name of a resource': {
    limit: 255,
    source,
    figures: eachStack(({ resources }) => longest(resources)),
  },
  'outputs of a stack': {
    limit: 200,
    source,
    figures: eachStack(({ outputs }) => outputs.length),
  },
  'characters of the name of an output': {
    limit: 255,
    source,
    figures: eachStack(({ outputs }) => longest(outputs)),
  },
  'parameters of a stack': {
    limit: 200,
    source,
    figures: eachStack(({ parameters }) => parameters.length),
  },
  'mappings of a template': {
    limit: 200,
    source,
    figures: eachStack(({ mappings }) => mappings.length),
  },
  'bytes of the description of a template': {
    limit: 1_024,
    source,
    figures: eachStack(({ description }) => Buffer.byteLength(description)),
  },
  'bytes of a template in an S3 bucket, as the CDK uploads it': {
    limit: 1_000_000,
    source,
    figures: eachStack((template) => template.bytes),
  },
  'tags of a resource': {
    limit: 50,
    source: `${docs}/tag-editor/latest/userguide/best-practices-and-strats.html`,
    figures: mostTags,
  },
};

function mostTags({ app }: MeasuredAssembly) {
  return app.resources().map(({ name, tags }) => [name, Object.keys(tags).length] as const);
}
