import { createCssVariablesTheme, createHighlighterCore } from '@shikijs/core';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { ownMember } from '../shared/platform/own-member.ts';

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
    const lang = ownMember(languages, language) ?? language;
    if (!known.has(lang)) return escapedText(code);
    const lines = highlighter.codeToTokensBase(code, {
      lang,
      theme: 'docs',
      includeExplanation: false,
    });
    return lines.map(htmlOf).join('\n');
  };
}

/** The classes that the stylesheet colours, by the kinds of tokens. All other tokens have no class. */
const classes: Readonly<Record<string, string>> = {
  string: 'string',
  'string-expression': 'string',
  keyword: 'keyword',
  constant: 'constant',
  function: 'constant',
  comment: 'comment',
};

interface Token {
  readonly content: string;
  readonly color?: string;
}

/** A line. Neighbours of one class share a tag; the page's policy allows no style in it. */
function htmlOf(tokens: readonly Token[]): string {
  const runs: { readonly kind: string | undefined; text: string }[] = [];
  for (const { content, color } of tokens) {
    const kind = ownMember(classes, /^var\(--token-(.+)\)$/.exec(color ?? '')?.[1] ?? '');
    const last = runs.at(-1);
    if (last && last.kind === kind) last.text += content;
    else runs.push({ kind, text: content });
  }
  return runs
    .map(({ kind, text }) =>
      kind === undefined ? escapedText(text) : `<span class="${kind}">${escapedText(text)}</span>`,
    )
    .join('');
}

/** Text outside of attributes, whose quotes may stay. */
const escapedText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
