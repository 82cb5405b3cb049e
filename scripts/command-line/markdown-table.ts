/** A table as Markdown, ready to be pasted into a page. All columns but the first are figures. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** `1.23 ×` */
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
