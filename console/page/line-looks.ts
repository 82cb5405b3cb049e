/** The looks of a graph's lines: one meaning has one colour, in every graph. */
export interface LineLook {
  /** A custom property of the page's styles. */
  readonly colour: string;
  /** Strokes and gaps, in pixels: tells lines of the same colour apart. Empty for a whole line. */
  readonly dash: readonly number[];
}

/** Words of statuses, outcomes and results. `captured EUR` is an amount, and no status. */
const meanings = [
  { colour: '--line-bad', words: /\b(failed|failure|declined|refused|error|expired|lost)\b/ },
  { colour: '--line-good', words: /\b(succeeded|success|delivered|authorized|won)\b|\bcaptured$/ },
  { colour: '--line-wait', words: /\b(processing|pending|requires|challenge|initiated)\b/ },
] as const;

/** Colours of lines whose names have no meaning, such as connectors. Neither green nor red. */
const plain = ['--line-1', '--line-2', '--line-3', '--line-4', '--line-5', '--line-6'] as const;

const dashes = [[], [6, 4], [2, 3], [10, 3, 2, 3]] as const;

/** The looks of lines with these labels, in their order. */
export function looksOf(labels: readonly string[]): readonly LineLook[] {
  const looks = new Map<string, LineLook>();
  const counts = new Map<string, number>();
  // In the order of names, because a search may find its series in any order.
  for (const label of [...new Set(labels)].sort()) {
    const colour =
      meanings.find(({ words }) => words.test(label.replaceAll('_', ' ')))?.colour ??
      plainColour(label, counts);
    const count = counts.get(colour) ?? 0;
    counts.set(colour, count + 1);
    looks.set(label, { colour, dash: dashes[count % dashes.length] ?? [] });
  }
  return labels.map((label) => looks.get(label) ?? { colour: '--ink', dash: [] });
}

/** By the name, so that a connector has the same colour in each graph; the next one when taken. */
function plainColour(label: string, counts: ReadonlyMap<string, number>): string {
  let sum = 0;
  for (const sign of label) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9_973;
  const turned = plain.map((_, index) => plain[(sum + index) % plain.length] ?? plain[0]);
  const least = Math.min(...turned.map((one) => counts.get(one) ?? 0));
  return turned.find((one) => (counts.get(one) ?? 0) === least) ?? plain[0];
}
