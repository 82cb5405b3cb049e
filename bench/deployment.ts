import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readAssembly } from '../local/assembly/assembly.ts';
import { type Deployment, resolveDeployment } from '../local/assembly/deployment.ts';
import { functionsOf } from '../local/assembly/functions.ts';
import { localNames } from '../local/assembly/physical-names.ts';
import { bundle, functionNames } from '../tools/bundle/bundle-functions.ts';
import { writeLaptopAssembly } from '../tools/templates/laptop-assembly.ts';

/** The switch as it would be deployed, written to a folder for measuring. */
export interface BenchDeployment {
  /** A folder of this run for other files. */
  readonly directory: string;
  /** The cloud assembly. */
  readonly assembly: string;
  readonly bundles: readonly Bundle[];
  /** The deployment. Every reference to one of our own APIs resolves to the address given. */
  deployment(apiUrl: string): Deployment;
  close(): Promise<void>;
}

export interface Bundle {
  /** `payments/confirm`. */
  readonly name: string;
  readonly file: string;
  /** Sizes in bytes of the parts that the function loads on demand, by file name. */
  readonly parts: ReadonlyMap<string, number>;
  /** Contents of the bundle: bytes by path of the source below the repository. */
  readonly bytes: ReadonlyMap<string, number>;
}

export const root = path.join(import.meta.dirname, '..');
export const region = 'eu-west-1';

/** Bundles and synthesizes into a folder of its own. */
export async function benchDeployment(): Promise<BenchDeployment> {
  const directory = await mkdtemp(path.join(tmpdir(), 'turnout-bench-'));
  const close = () => rm(directory, { recursive: true, force: true });
  try {
    const built = await bundle(functionNames());
    const copy = path.join(directory, 'dist');
    for (const { name, files } of built) {
      await mkdir(path.join(copy, name), { recursive: true });
      for (const [file, contents] of files) await writeFile(path.join(copy, name, file), contents);
    }
    const assembly = path.join(directory, 'assembly');
    await writeLaptopAssembly(assembly);
    const bundles = built.map(({ name, files, bytes }) => ({
      name,
      file: path.join(copy, name, 'index.cjs'),
      parts: new Map(
        [...files].flatMap(([file, { length }]) => (file === 'index.cjs' ? [] : [[file, length]])),
      ),
      bytes,
    }));
    return {
      directory,
      assembly,
      bundles,
      deployment: (apiUrl) =>
        resolveDeployment(
          readAssembly(assembly),
          region,
          localNames(region, { apiUrl: () => apiUrl, queueHost: apiUrl }),
        ),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The environment of a bundle's function, with the variables that Lambda sets. */
export function environmentOf(
  bundle: Bundle,
  deployment: Deployment,
  scratch: string,
): Record<string, string> {
  const code = readFileSync(bundle.file);
  const owner = functionsOf(deployment, () => scratch).find(({ codeDirectory }) =>
    code.equals(readFileSync(path.join(codeDirectory, 'index.cjs'))),
  );
  if (!owner) throw new Error(`No function of the assembly is made of ${bundle.name}.`);
  return {
    ...owner.environment,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(owner.memoryMb),
    AWS_LAMBDA_FUNCTION_NAME: owner.name,
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
  };
}
