/** A request of a file in Bruno's markup, with the parts that our collection has. */
export interface BruRequest {
  readonly name: string;
  readonly seq: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Variables that the answer sets, each with its expression. */
  readonly stores: Readonly<Record<string, string>>;
  /** Expressions, each with its operator and value. */
  readonly asserts: Readonly<Record<string, string>>;
}

/**
 * Reads the blocks of a file: `headers { … }`, where a block ends with a brace that begins a line.
 * Throws where the file has anything else.
 *
 * @see https://docs.usebruno.com/bru-lang/language
 */
export function bruBlocks(text: string): ReadonlyMap<string, string> {
  const blocks = new Map<string, string>();
  const rest = text.replaceAll(
    /^([a-z:-]+) \{\n((?:(?: {2}.*)?\n)+)\}\n/gm,
    (_, name: string, content: string) => {
      if (blocks.has(name)) throw new Error(`There are two blocks ${name}.`);
      blocks.set(name, content.replaceAll(/^ {2}/gm, '').trimEnd());
      return '';
    },
  );
  if (rest.trim() !== '') throw new Error(`No block of Bruno: ${rest}`);
  return blocks;
}

/** The members of a block that are enabled. */
export function bruMembers(content = ''): Readonly<Record<string, string>> {
  const lines = content.replaceAll(/'''\n(.*?)\n'''/gs, '$1').split('\n');
  return Object.fromEntries(
    lines
      .map((line) => /^(?<name>[^~:\s][^:\s]*):(?: (?<value>.*))?$/.exec(line)?.groups)
      .flatMap((groups) => (groups ? [[groups.name ?? '', groups.value ?? '']] : [])),
  );
}

export function readBruRequest(text: string): BruRequest {
  const blocks = bruBlocks(text);
  const method = ['get', 'post', 'put', 'patch', 'delete'].find((one) => blocks.has(one));
  const { name, seq } = bruMembers(blocks.get('meta'));
  const { url } = bruMembers(blocks.get(method ?? ''));
  if (method === undefined || !name || !url) throw new Error(`No request of Bruno: ${text}`);
  return {
    name,
    seq: Number(seq),
    method: method.toUpperCase(),
    url,
    headers: bruMembers(blocks.get('headers')),
    body: blocks.get('body:json'),
    stores: bruMembers(blocks.get('vars:post-response')),
    asserts: bruMembers(blocks.get('assert')),
  };
}
