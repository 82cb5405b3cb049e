import { execFile } from 'node:child_process';
import { UsageError } from '../command-line/command.ts';

/** Asks AWS by the AWS CLI, with the credentials and the Region of its environment. */
export type AwsCli = (...args: readonly string[]) => Promise<unknown>;

/** The AWS CLI of this machine. Its errors, such as ended credentials, are a UsageError. */
export const awsCli: AwsCli = (...args) =>
  new Promise((resolve, reject) => {
    const options = { maxBuffer: 64 * 1024 * 1024 };
    execFile('aws', [...args, '--output', 'json'], options, (failure, out, error) => {
      if (failure === null) resolve(out.trim() === '' ? undefined : JSON.parse(out));
      else if (failure.code === 'ENOENT') {
        reject(new UsageError('The AWS CLI is needed: there is no command "aws".'));
      } else reject(new UsageError(error.trim() || `aws ${args.join(' ')} failed.`));
    });
  });
