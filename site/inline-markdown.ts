import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: false });

/** Marks inside a line, such as a field's description, as HTML. */
export const inlineMarkdown = (text: string): string => markdown.renderInline(text);
