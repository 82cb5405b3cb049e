import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/**
 * The commands below "Find the cause" of a page of docs/runbooks, one after the other, as an operator
 * pastes them once the commands are sourced.
 */
export function causeCommands(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const [, section = ''] = /^## Find the cause$(.*?)^## /ms.exec(text) ?? [];
  return [...section.matchAll(/^```sh$(.*?)^```$/gms)]
    .flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('source '));
}

/**
 * The command with the ids that an operator reads in the output before; it stays as the page
 * has it where nothing was printed.
 */
export const withIdsIn = (printed: string, command: string): string =>
  command
    .replaceAll('merchant_…', /\bmerchant_id=(\S+)/.exec(printed)?.[1] ?? 'merchant_…')
    .replaceAll('pay_…', /\bpayment_id=(\S+)/.exec(printed)?.[1] ?? 'pay_…');
