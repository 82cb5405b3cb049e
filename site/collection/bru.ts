/** A member of a block. One that is not enabled is shown in Bruno, and not sent. */
export interface BruMember {
  readonly name: string;
  readonly value: string;
  readonly isEnabled?: boolean;
}

/** One block of a file: `headers { … }`. Text is the content of blocks such as `body:json`. */
export type BruBlock = readonly [name: string, content: string | readonly BruMember[]];

/**
 * Writes a file of Bruno's markup. Blocks without content are left out.
 *
 * @see https://docs.usebruno.com/bru-lang/overview
 */
export const bruText = (blocks: readonly BruBlock[]): string =>
  blocks
    .filter(([, content]) => content.length > 0)
    .map(([name, content]) => {
      const text = typeof content === 'string' ? content : content.map(memberText).join('\n');
      return `${name} {\n${indented(text)}\n}\n`;
    })
    .join('\n');

function memberText({ name, value, isEnabled = true }: BruMember): string {
  const key = /[:"{} ]/.test(name) ? `"${name.replaceAll('"', '\\"')}"` : name;
  const text = value.includes('\n') ? `'''\n${indented(value)}\n'''` : value;
  return `${isEnabled ? '' : '~'}${key}: ${text}`.trimEnd();
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '  ');
