import creditCardType from 'credit-card-type';

type CardType = ReturnType<typeof creditCardType.getTypeInfo>;

/**
 * The networks of card numbers as the library `credit-card-type` has them, with what it lacks. The
 * product takes only the result with it: the payer's browser and each function would load the
 * library's other half for nothing.
 */
export function cardRanges(): string {
  const rows = networks().map(rowOf);
  return `${header}export const cardRanges = [\n${rows.join('')}];\n`;
}

const header =
  '// Written by `npm run generate` from the library credit-card-type (MIT License, Braintree).\n\n';

function networks(): readonly CardType[] {
  const all = Object.values(creditCardType.types).map(creditCardType.getTypeInfo);
  return [rupay, ...all.map((one) => ({ ...one, ...changesOf(one) }))];
}

/** Missing in the library. It lies within ranges of Discover and Maestro, so it comes first. */
const rupay: CardType = {
  niceType: 'RuPay',
  type: 'rupay',
  patterns: [
    [508500, 508999],
    [606985, 607984],
    [608001, 608500],
    [652150, 653149],
    [817200, 820199],
  ],
  gaps: [4, 8, 12],
  lengths: [16],
  code: { name: 'CVV', size: 3 },
};

function changesOf({ type, patterns, lengths }: CardType): Partial<CardType> {
  switch (type) {
    case 'diners-club':
      return { patterns: [...patterns, 3095] };
    case 'unionpay':
      // All numbers from 62 on are UnionPay's, also those that the library gives to Maestro.
      return { patterns: [...patterns, 62] };
    case 'visa':
      // Visa issues no 13-digit numbers any more, but its published test numbers have some.
      return { lengths: [13, ...lengths] };
    default:
      return {};
  }
}

/** A network in the form in which Biome leaves it. */
function rowOf({ type, niceType, gaps, lengths, code, patterns }: CardType): string {
  const starts = patterns.map((one) => (Array.isArray(one) ? one.join('-') : one)).join(' ');
  const isLong = starts.length > 82;
  return `  {
    type: '${type}',
    name: '${niceType}',
    gaps: [${gaps.join(', ')}],
    lengths: [${lengths.join(', ')}],
    cvcDigits: ${code.size},
    starts:${isLong ? '\n     ' : ''} '${starts}',
  },
`;
}
