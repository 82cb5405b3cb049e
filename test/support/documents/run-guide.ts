import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';

const root = join(import.meta.dirname, '..', '..', '..');
/** The time of a whole guide: its commands wait for a busy machine. */
const timeoutMs = 100_000;

/** A block of commands of a guide, with the promises that the page makes about its output. */
interface GuideBlock {
  readonly commands: string;
  /** The JSON after the block: members of the answer that the block prints. */
  readonly answer: unknown;
  /** Lines of the output, in order: of the text after the block, and behind `# prints`. */
  readonly lines: readonly string[];
}

/** The output of a block, and the exit code of its last command. */
interface BlockOutput {
  readonly text: string;
  readonly exitCode: number;
}

/** The ```sh blocks of a page, each with the first ```json or ```text block before the next one. */
export function guideBlocks(page: string): readonly GuideBlock[] {
  const fences = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', content = '']) => ({ language, content }),
  );
  return fences.flatMap(({ language, content: commands }, index) => {
    if (language !== 'sh') return [];
    const next = fences[index + 1];
    const printed = [...commands.matchAll(/# prints (.*)$/gm)].map(([, line = '']) => line);
    return {
      commands,
      answer: next?.language === 'json' ? JSON.parse(next.content) : undefined,
      lines: next?.language === 'text' ? next.content.trimEnd().split('\n') : printed,
    };
  });
}

/** Runs the blocks in order in one shell, in a folder that has everything of the repository. */
export async function runGuide(
  blocks: readonly GuideBlock[],
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly outputs: readonly BlockOutput[]; readonly errors: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-guide-'));
  for (const entry of readdirSync(root)) symlinkSync(join(root, entry), join(folder, entry));
  const script = blocks.map(
    ({ commands }) => `${commands}\nprintf '\\n@@ exit code %d @@\\n' $?\n`,
  );
  try {
    const { out, errors } = await typed(script.join(''), folder, environment);
    const parts = out.split(/\n@@ exit code (\d+) @@\n/);
    const outputs = blocks.map((_, index) => ({
      text: parts[2 * index] ?? '',
      exitCode: Number(parts[2 * index + 1] ?? Number.NaN),
    }));
    return { outputs, errors };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs a script to its end, or to that of its time, and ends all processes that it started. */
async function typed(script: string, folder: string, environment: NodeJS.ProcessEnv) {
  const shell = spawn('bash', ['--norc', '-c', script], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const endAll = () => {
    try {
      process.kill(-(shell.pid ?? 0), 'SIGKILL');
    } catch (error) {
      // All of them have ended.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  const timer = setTimeout(endAll, timeoutMs);
  shell.once('exit', endAll);
  try {
    const [out, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
    return { out, errors };
  } finally {
    clearTimeout(timer);
  }
}

/** The promises of a block that its output breaks, each as a sentence; empty when it keeps all. */
export function brokenPromises(
  { answer, lines }: GuideBlock,
  { text, exitCode }: BlockOutput,
): readonly string[] {
  const broken = exitCode === 0 ? [] : [`Its last command ends with ${exitCode}.`];
  if (answer !== undefined) {
    const printed = parsed(text);
    if (!includes(printed, answer)) {
      broken.push(`${text.trim()} is not the promised answer ${JSON.stringify(answer)}.`);
    }
  } else if (/"errors?":\s*\{/.test(text)) {
    broken.push(`An error that the page does not show: ${text.trim()}`);
  }
  const left = text.split('\n').map((line) => line.trim());
  for (const line of lines) {
    const at = left.findIndex((one) => isShortenedTo(one, line.trim()));
    if (at < 0) broken.push(`"${line}" is not printed, but: ${text.trim()}`);
    else left.splice(0, at + 1);
  }
  return broken;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether an answer has all members of a shortened one. */
function includes(answer: unknown, shortened: unknown): boolean {
  if (typeof shortened === 'string' && typeof answer === 'string') {
    return isShortenedTo(answer, shortened);
  }
  if (Array.isArray(shortened)) {
    if (!Array.isArray(answer) || answer.length !== shortened.length) return false;
    return shortened.every((one, index) => includes(answer[index], one));
  }
  if (typeof shortened !== 'object' || shortened === null) {
    return isDeepStrictEqual(answer, shortened);
  }
  if (typeof answer !== 'object' || answer === null) return false;
  const members = new Map<string, unknown>(Object.entries(answer));
  return Object.entries(shortened).every(
    ([name, value]) => members.has(name) && includes(members.get(name), value),
  );
}

/** Whether a text is the other one, in which each `…` stands for any characters. */
function isShortenedTo(text: string, shortened: string): boolean {
  const [first = '', ...others] = shortened.split('…');
  if (others.length === 0) return text === shortened;
  const last = others.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of others) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= text.length - last.length;
}
