import { Worker } from 'node:worker_threads';
import { type Emulator, emulatorAt } from '../aws/aws-call.ts';

/**
 * An emulator of SQS and S3. Messages are in memory, and so are objects without a folder for them.
 */
export interface QueueEmulator {
  readonly emulator: Emulator;
  stop(): Promise<void>;
}

/** @param objects the folder that objects are kept in over restarts; absent, they are in memory */
export async function startQueueEmulator(region: string, objects?: string): Promise<QueueEmulator> {
  const thread = new Worker(new URL('./queue-emulator-thread.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
  });
  const port = await new Promise<number>((resolve, reject) => {
    thread.once('error', reject);
    thread.once('message', resolve);
    thread.postMessage({ region, objects });
  });
  const emulator = emulatorAt(`http://127.0.0.1:${port}`, 'local', region);
  return {
    emulator,
    async stop() {
      emulator.agent.destroy();
      await thread.terminate();
    },
  };
}
