import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Deployment, Resource } from './deployment.ts';
import { numberOf, objectOf, optionalString, stringOf } from './json.ts';

/** A Lambda function of the assembly, as the template describes it. */
export interface LocalFunction {
  readonly stackName: string;
  readonly logicalId: string;
  /** Its name in the log: the name in the CDK app, or else the logical id. */
  readonly displayName: string;
  readonly name: string;
  readonly arn: string;
  readonly description: string;
  readonly roleArn: string;
  readonly handler: string;
  /** The folder with its bundle. */
  readonly codeDirectory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly reservedConcurrency: number | undefined;
  /** Whether Lambda lets it run on in a recursive loop. */
  readonly mayRecur: boolean;
  readonly logGroup: string;
  /** `JSON` or `Text`: how Lambda writes a function's output through `console`. */
  readonly logFormat: string;
}

/** Whether the folders of the assembly have the functions' code, or get it when it is asked for. */
type Code = 'is there' | 'comes later';

/**
 * Reads every function. Code written inside a template is written to the scratch folder. Throws for
 * code that should be there and is not.
 */
export function functionsOf(
  deployment: Deployment,
  scratch: () => string,
  code: Code = 'is there',
): readonly LocalFunction[] {
  return deployment.ofType('AWS::Lambda::Function').flatMap((resource) => {
    const runtime = optionalString(resource.property('Runtime')) ?? '';
    // The CDK's own helpers (log retention, bucket notifications) serve a deployment only.
    if (!runtime.startsWith('nodejs')) return [];
    const name = resource.reference();
    const reserved = resource.property('ReservedConcurrentExecutions');
    const variables = objectOf(resource.property('Environment'), 'Environment').Variables;
    const logging = objectOf(resource.property('LoggingConfig'), 'LoggingConfig');
    return [
      {
        stackName: resource.stackName,
        logicalId: resource.logicalId,
        displayName: resource.path?.split('/').at(-2) ?? resource.logicalId,
        name,
        arn: stringOf(resource.attribute('Arn'), 'Arn'),
        description: optionalString(resource.property('Description')) ?? '',
        roleArn: stringOf(resource.property('Role'), 'Role'),
        handler: stringOf(resource.property('Handler'), 'Handler'),
        codeDirectory: codeDirectory(deployment, resource, scratch, code),
        environment: Object.fromEntries(
          Object.entries(objectOf(variables, 'Variables')).map(([key, value]) => [
            key,
            environmentValue(stringOf(value, key), resource),
          ]),
        ),
        timeoutMs: numberOf(resource.property('Timeout'), 3) * 1000,
        memoryMb: numberOf(resource.property('MemorySize'), 128),
        mayRecur: resource.property('RecursiveLoop') === 'Allow',
        reservedConcurrency: reserved === undefined ? undefined : numberOf(reserved, 0),
        logGroup: optionalString(logging.LogGroup) ?? `/aws/lambda/${name}`,
        logFormat: optionalString(logging.LogFormat) ?? 'Text',
      },
    ];
  });
}

function codeDirectory(
  deployment: Deployment,
  resource: Resource,
  scratch: () => string,
  code: Code,
): string {
  const { S3Key, ZipFile } = objectOf(resource.property('Code'), 'Code');
  if (ZipFile !== undefined) {
    const directory = path.join(scratch(), resource.stackName, resource.logicalId);
    mkdirSync(directory, { recursive: true });
    writeFileSync(path.join(directory, 'index.js'), stringOf(ZipFile, 'ZipFile'));
    return directory;
  }
  const directory = deployment.asset(resource.stackName, stringOf(S3Key, 'S3Key'));
  const isThere = (folder: string) =>
    code === 'comes later' || statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  if (!directory || !isThere(directory)) {
    throw new Error(`The code of ${resource.logicalId} is not a folder of the assembly.`);
  }
  return directory;
}

function environmentValue(value: string, { logicalId }: Resource): string {
  if (value.includes('{{resolve:')) {
    throw new Error(`${logicalId}: dynamic references in the environment are not supported.`);
  }
  return value;
}
