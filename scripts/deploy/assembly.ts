import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { stacksOfAssembly } from './assembly-stacks.ts';

const Template = v.object({
  Resources: v.optional(
    v.record(
      v.string(),
      v.looseObject({
        Type: v.string(),
        Properties: v.optional(v.record(v.string(), v.unknown()), {}),
        DeletionPolicy: v.optional(v.string()),
      }),
    ),
    {},
  ),
});
/** A template of CloudFormation, as far as a dry run reads it. */
export type Template = v.InferOutput<typeof Template>;

/** The template in a text; undefined where it is not JSON, as the CDK's templates are. */
export function templateOf(text: string): Template | undefined {
  try {
    const parsed = v.safeParse(Template, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** A stack of a synthesized app. */
export interface AppStack {
  /** Its name in the app: `ApiPayments`. */
  readonly id: string;
  readonly stackName: string;
  /** The Region that it is for; undefined for the one of the deployment. */
  readonly region: string | undefined;
  readonly template: Template;
}

/** The stacks of an assembly with their templates, in the order of a deployment. */
export const readAssembly = (directory: string): readonly AppStack[] =>
  stacksOfAssembly(directory).map(({ template, ...stack }) => ({
    ...stack,
    template: v.parse(Template, JSON.parse(readFileSync(template, 'utf8'))),
  }));
