/** The text of a piece of Markdown: editors and terminals show it as it is. */
export const withoutMarkdown = (markdown: string): string =>
  markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
