import { createCssVariablesTheme, createHighlighterCore } from '@shikijs/core';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { escaped } from '#platform/http/html-page.ts';

/** Names of languages after a fence, and the name in which each is highlighted. */
const languages: Readonly<Record<string, string>> = {
  sh: 'shellscript',
  bash: 'shellscript',
  js: 'javascript',
  ts: 'typescript',
  yml: 'yaml',
};

/** Highlights code: gives HTML in which each token has the class of its kind. */
export type Highlight = (code: string, language: string) => string;

/** Loads the grammars of the languages of the docs. */
export async function openHighlight(): Promise<Highlight> {
  const highlighter = await createHighlighterCore({
    engine: createJavaScriptRegexEngine(),
    themes: [createCssVariablesTheme({ name: 'docs', variablePrefix: '--' })],
    langs: [
      import('@shikijs/langs/shellscript'),
      import('@shikijs/langs/javascript'),
      import('@shikijs/langs/typescript'),
      import('@shikijs/langs/tsx'),
      import('@shikijs/langs/json'),
      import('@shikijs/langs/yaml'),
      import('@shikijs/langs/html'),
      import('@shikijs/langs/python'),
      import('@shikijs/langs/php'),
      import('@shikijs/langs/java'),
      import('@shikijs/langs/go'),
    ],
  });
  const known = new Set(highlighter.getLoadedLanguages());
  return (code, language) => {
    const lang = languages[language] ?? language;
    if (!known.has(lang)) return escaped(code);
    const lines = highlighter.codeToTokensBase(code, {
      lang,
      theme: 'docs',
      includeExplanation: false,
    });
    return lines.map((tokens) => tokens.map(htmlOf).join('')).join('\n');
  };
}

/** The stylesheet colours the classes: the page's policy allows no style in a tag. */
function htmlOf({ content, color }: { content: string; color?: string }): string {
  const kind = /^var\(--token-(.+)\)$/.exec(color ?? '')?.[1];
  return kind === undefined ? escaped(content) : `<span class="${kind}">${escaped(content)}</span>`;
}
