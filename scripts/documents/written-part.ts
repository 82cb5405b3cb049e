/**
 * The page with one of its parts written anew: the lines between
 * `<!-- begin NAME: written by npm run generate -->` and `<!-- end -->`, or the words in one line with
 * them. Throws without these marks.
 */
export function withPart(page: string, name: string, text: string): string {
  const begin = `<!-- begin ${name}: written by npm run generate -->`;
  const from = page.indexOf(begin) + begin.length;
  const to = page.indexOf('<!-- end -->', from);
  if (!page.includes(begin) || to < 0) throw new Error(`The page has no place for ${name}.`);
  const edge = page[from] === '\n' ? '\n' : '';
  return `${page.slice(0, from)}${edge}${text}${edge}${page.slice(to)}`;
}
