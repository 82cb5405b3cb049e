/** A block of a page of docs. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

/** A part of a line of text. */
export type Part =
  | { readonly kind: 'text' | 'code' | 'strong' | 'picture'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly target: string };

const fence = /^\s*```/;
const marker = /^(?:[-*]|(\d+)\.)\s+/;

/** The blocks of Markdown as the pages of docs use it; all else stays text. */
export function blocksOf(markdown: string): readonly Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  /** Takes lines from the front while a condition holds. */
  const take = (holds: (line: string) => boolean) => {
    const end = lines.findIndex((line) => !holds(line));
    return lines.splice(0, end === -1 ? lines.length : end);
  };
  for (let line = lines[0]; line !== undefined; line = lines[0]) {
    const heading = /^(#{1,6})\s(.*)$/.exec(line);
    if (line.trim() === '') {
      lines.shift();
    } else if (heading) {
      lines.shift();
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
    } else if (fence.test(line)) {
      lines.shift();
      const text = take((one) => !fence.test(one)).join('\n');
      lines.shift();
      blocks.push({ kind: 'code', text });
    } else if (line.startsWith('|')) {
      blocks.push({ kind: 'table', rows: rowsOf(take((one) => one.startsWith('|'))) });
    } else if (marker.test(line)) {
      const isOrdered = marker.exec(line)?.[1] !== undefined;
      const isOfList = (one: string) => marker.test(one) || /^\s+\S/.test(one);
      const items = itemsOf(take((one) => isOfList(one) && !fence.test(one)));
      blocks.push({ kind: 'list', isOrdered, items });
    } else {
      const isText = (one: string) =>
        one.trim() !== '' && !/^(#+\s|\|)/.test(one) && !fence.test(one) && !marker.test(one);
      const text = take(isText).join(' ');
      blocks.push({ kind: 'paragraph', text: text === '' ? (lines.shift() ?? '') : text });
    }
  }
  return blocks;
}

/** The cells of a table's lines, without the line of dashes. */
const rowsOf = (lines: readonly string[]) =>
  lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line
        .replace(/^\||\|\s*$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );

function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  for (const line of lines) {
    const text = line.trim().replace(marker, '');
    if (marker.test(line) || items.length === 0) items.push(text);
    else items.push(`${items.pop()} ${text}`);
  }
  return items;
}

/** The parts of a line: code, strong words, links and pictures. */
export function partsOf(text: string): readonly Part[] {
  const pattern =
    /`([^`]{1,500})`|\*\*([^*]{1,500})\*\*|(!?)\[([^\]]{0,500})\]\(([^)\s]{1,500})\)/g;
  const parts: Part[] = [];
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    const [whole, code, strong, isPicture, label = '', target = ''] = found;
    if (found.index > at) parts.push({ kind: 'text', text: text.slice(at, found.index) });
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (isPicture) parts.push({ kind: 'picture', text: label });
    else parts.push({ kind: 'link', text: label, target });
    at = found.index + whole.length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

/** The path below docs of a link on a page; undefined where it leads elsewhere. */
export function linkedPath(target: string, page: string): string | undefined {
  const base = new URL(page, 'file:///docs/');
  const { protocol, host, pathname } = new URL(target, base);
  const [, path] = /^\/docs\/((?:[a-z-]+\/)?[\w-]+\.md)$/.exec(pathname) ?? [];
  return protocol === 'file:' && host === '' ? path : undefined;
}
