import { execFile } from 'node:child_process';
import { UsageError } from '../command-line/command.ts';
import type { Environment } from '../command-line/program.ts';

/** Asks AWS by the AWS CLI. */
export type AwsCli = (...args: readonly string[]) => Promise<unknown>;

/**
 * The AWS CLI of this machine, with the credentials and the Region of an environment. Its errors,
 * such as ended credentials, are a UsageError.
 */
export const awsCliIn =
  (env: Environment): AwsCli =>
  (...args) =>
    new Promise((resolve, reject) => {
      const options = { env, maxBuffer: 64 * 1024 * 1024 };
      execFile('aws', [...args, '--output', 'json'], options, (failure, out, error) => {
        if (failure === null) resolve(out.trim() === '' ? undefined : JSON.parse(out));
        else if (failure.code === 'ENOENT') {
          reject(new UsageError('The AWS CLI is needed: there is no command "aws".'));
        } else reject(new UsageError(error.trim() || `aws ${args.join(' ')} failed.`));
      });
    });
