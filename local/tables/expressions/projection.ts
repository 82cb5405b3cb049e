import type { Placeholders } from './placeholders.ts';
import { checkPathsApart, expressionReader, type Path } from './reader.ts';

/** The places that a ProjectionExpression names, none of them within another. */
export function parseProjection(text: string, placeholders: Placeholders): readonly Path[] {
  const reader = expressionReader('ProjectionExpression', text, placeholders);
  const paths = [reader.path()];
  while (reader.takes(',')) paths.push(reader.path());
  checkPathsApart(paths, reader);
  reader.end();
  return paths;
}
