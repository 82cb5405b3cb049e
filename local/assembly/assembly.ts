import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  isObject,
  type JsonObject,
  objectOf,
  optionalString,
  parseJson,
  stringOf,
} from './json.ts';

/** A synthesized stack: its template, and the paths of its assets. */
export interface Stack {
  readonly name: string;
  readonly template: JsonObject;
  /** The folder or file on this machine, by object key in the bootstrap bucket. */
  readonly assets: ReadonlyMap<string, string>;
}

/** Reads a cloud assembly with all its stacks, including those of nested assemblies (stages). */
export function readAssembly(directory: string): readonly Stack[] {
  const manifest = readObject(path.join(directory, 'manifest.json'));
  const artifacts = Object.values(objectOf(manifest.artifacts, 'artifacts')).filter(isObject);
  const assets = new Map(artifacts.flatMap((artifact) => assetFiles(directory, artifact)));
  return artifacts.flatMap((artifact) => {
    const properties = objectOf(artifact.properties, 'properties');
    if (artifact.type === 'cdk:cloud-assembly') {
      return readAssembly(
        path.join(directory, stringOf(properties.directoryName, 'directoryName')),
      );
    }
    if (artifact.type !== 'aws:cloudformation:stack') return [];
    const file = stringOf(properties.templateFile, 'templateFile');
    const name = optionalString(properties.stackName) ?? file.replace(/\.template\.json$/, '');
    return [{ name, template: readObject(path.join(directory, file)), assets }];
  });
}

function assetFiles(directory: string, artifact: JsonObject): [string, string][] {
  if (artifact.type !== 'cdk:asset-manifest') return [];
  const file = stringOf(objectOf(artifact.properties, 'properties').file, 'file');
  const manifest = readObject(path.join(directory, file));
  return Object.values(objectOf(manifest.files, 'files')).flatMap((entry) => {
    const { source, destinations } = objectOf(entry, 'An asset');
    const where = optionalString(objectOf(source, 'source').path);
    if (where === undefined) return [];
    return Object.values(objectOf(destinations, 'destinations')).map(
      (destination): [string, string] => [
        stringOf(objectOf(destination, 'A destination').objectKey, 'objectKey'),
        path.resolve(directory, where),
      ],
    );
  });
}

function readObject(file: string): JsonObject {
  return objectOf(parseJson(readFileSync(file, 'utf8')), file);
}
