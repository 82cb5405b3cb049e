import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TraceLine } from '../../../local/iam/access-trace.ts';

/** A file of a folder, to which lines of a trace are written. */
interface TraceFile {
  write(line: TraceLine): void;
  close(): void;
}

/** Opens a new file in the folder that `npm run iam` names; undefined when no trace is wanted. */
export function openTraceFile(): TraceFile | undefined {
  const folder = process.env.IAM_TRACE_FOLDER;
  if (!folder) return undefined;
  opened += 1;
  const file = openSync(join(folder, `${process.pid}-${opened}.jsonl`), 'wx');
  let kept = '';
  const flush = () => {
    writeFileSync(file, kept);
    kept = '';
  };
  return {
    write(line) {
      kept += `${JSON.stringify(line)}\n`;
      if (kept.length > 100_000) flush();
    },
    close() {
      // A file without this line was cut off.
      kept += `${JSON.stringify({ kind: 'end' })}\n`;
      flush();
      closeSync(file);
    },
  };
}
let opened = 0;
