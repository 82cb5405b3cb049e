import type { WebhookContent, WebhookParser } from '#connectors/interface/webhooks.ts';

/**
 * Words that a processor publishes, such as the statuses of a payment or the types of its webhooks,
 * with the conclusion of its adapter from each of them.
 */
export interface PublishedEnumeration {
  /** Where the words occur, such as `resultCode of POST /payments`. */
  readonly name: string;
  /** The address of the page or file that lists them. */
  readonly source: string;
  readonly kind: 'status' | 'result code' | 'event';
  /** By word: the conclusion, or why there is none. */
  readonly words: Readonly<Record<string, string | { readonly none: string }>>;
  /** Asks the adapter, and says its conclusion in a few words; `nothing`, where there is none. */
  conclude(word: string): string;
}

/** Words with white space between them; an array, where a word itself contains a space. */
type Words = string | readonly string[];

/** By conclusion: its words. `none: Payouts are not used.` is the reason why they have none. */
type Conclusions = Readonly<Record<string, Words>>;

const listOf = (words: Words) =>
  typeof words === 'string' ? words.split(/\s+/).filter(Boolean) : words;

/** Throws for a word that has two conclusions. */
function byWord(conclusions: Conclusions): PublishedEnumeration['words'] {
  const rows = Object.entries(conclusions).flatMap(([conclusion, words]) => {
    const [, none] = /^none: (.*)$/.exec(conclusion) ?? [];
    return listOf(words).map((word) => [word, none ? { none } : conclusion] as const);
  });
  const words = Object.fromEntries(rows);
  if (Object.keys(words).length < rows.length) throw new Error('A word has two conclusions.');
  return words;
}

const enumerationOf =
  (kind: PublishedEnumeration['kind']) =>
  (
    name: string,
    source: string,
    conclude: PublishedEnumeration['conclude'],
    conclusions: Conclusions,
  ): PublishedEnumeration => ({ name, source, kind, conclude, words: byWord(conclusions) });

export const statuses = enumerationOf('status');
export const resultCodes = enumerationOf('result code');
export const events = enumerationOf('event');

/** Words that each have a conclusion of their own. */
export const each = (words: Words, conclusionOf: (word: string) => string): Conclusions =>
  Object.fromEntries(listOf(words).map((word) => [conclusionOf(word), [word]]));

/**
 * The result that an adapter read from an answer, or the status of the dispute that it reports;
 * `unreadable`, where it throws.
 */
export function readResult(read: () => object | undefined, unreadable = 'nothing'): string {
  try {
    const reading: object = read() ?? {};
    if ('next' in reading) return 'another step';
    const { result, dispute } = { result: 'nothing', dispute: { status: '' }, ...reading };
    return result === 'reported' ? dispute.status : result;
  } catch {
    return unreadable;
  }
}

/** The contents of a webhook, each in a few words. */
export const readWebhook = (webhooks: Pick<WebhookParser, 'parse'> | undefined, body: string) =>
  webhooks?.parse({ headers: {}, body }).map(inWords).join(', ') ?? 'nothing';

function inWords(content: WebhookContent): string {
  switch (content.kind) {
    case 'payment':
      return content.failed ? `${content.failed.change} failed` : content.outcome.result;
    case 'refund':
    case 'payout':
      return `${content.kind} ${content.outcome.result}`;
    case 'dispute':
      return content.dispute.status;
    case 'capture':
    case 'mandate':
      return `${content.kind} ${content.status}`;
    default:
      return content.kind;
  }
}
