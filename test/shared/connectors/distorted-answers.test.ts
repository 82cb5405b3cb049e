import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connectorNamed } from '#connectors/registry.ts';
import { textOf } from '../../prove/vectors/recorded-processor.ts';
import { runVector } from '../../prove/vectors/run-vector.ts';
import {
  type Flow,
  readVectorFiles,
  type Vector,
  type VectorFile,
} from '../../prove/vectors/vector-file.ts';
import { factsOf } from '../../support/processors/all-connector-facts.ts';
import {
  isList,
  type Json,
  withEachText,
  withLeaves,
} from '../../support/requests/distorted-json.ts';
import { drawnByDay } from '../../support/runner/drawn-by-day.ts';

const { each } = drawnByDay('distorted-answers');

/** Recorded exchanges of a public reference implementation, beside the repository. */
const folder = join(import.meta.dirname, '../../../../shared/oracles/connectors');
const withVectors = existsSync(folder) ? describe : describe.skip;

/** A recorded answer, and the sender's outcome for another text in its place. */
interface Answer {
  readonly id: string;
  readonly flow: Flow;
  readonly input: Vector['input'];
  readonly encoding: string;
  /** As it was recorded, without a byte order mark. */
  readonly text: string;
  /** The outcome's own word for the answer as it was recorded. */
  readonly result: string;
  /** The same for another text; the sender never throws. */
  resultOf(text: string): Promise<string>;
}

/** The answers that have a body. */
async function answersOf(file: VectorFile): Promise<readonly Answer[]> {
  const connector = connectorNamed(file.connector);
  if (!connector) return [];
  const answers: Answer[] = [];
  for (const vector of file.vectors) {
    const { id, flow, input, wire_response: response } = vector;
    if (flow === 'webhook' || !response) continue;
    const { body } = response;
    const text = textOf(body).replace(/^\u{feff}/u, '');
    if (text === '') continue;
    const resultOf = async (raw: string) => {
      const wire_response = { ...response, body: { ...body, raw } };
      return (await runVector(connector, { ...vector, wire_response }, file)).result;
    };
    const { encoding } = body;
    answers.push({ id, flow, input, encoding, text, result: await resultOf(text), resultOf });
  }
  return answers;
}

/** The JSON of an answer whose top is an object; undefined for others. */
function objectIn({ encoding, text }: Answer): Json | undefined {
  const value: Json = encoding.startsWith('json') ? JSON.parse(text) : null;
  return typeof value === 'object' && value !== null && !isList(value) ? value : undefined;
}

/** Nothing is believed: money may have moved, or a step before that has not worked. */
const nothing: ReadonlySet<string> = new Set(['unknown', 'not_sent']);

/** Nothing is decided: the processor is asked again, or its webhook awaited. */
const undecided: ReadonlySet<string> = new Set([...nothing, 'integrity_mismatch', 'pending']);

/** The results that mean that money has moved or is reserved. */
const good: ReadonlySet<string> = new Set(['captured', 'authorized', 'succeeded']);

const movesMoney: ReadonlySet<Flow> = new Set([
  ...(['authorize', 'mandate_charge', 'capture', 'payment_sync'] as const),
  ...(['refund', 'refund_sync', 'incremental_authorization'] as const),
]);

/** Increments whose answer does not state the new total. */
const withoutTotal = ['cybersource.incremental_authorization.ok'];

const files = existsSync(folder) ? readVectorFiles(folder) : [];
const every = files.filter(({ connector }) => connectorNamed(connector));
const inJson = every.filter(({ vectors }) =>
  vectors.some(({ wire_response: answer }) => answer?.body.encoding.startsWith('json')),
);
/** Those of the processors whose answers to requests that move money state it. */
const named = (some: readonly VectorFile[], stated?: 'amount' | 'currency') =>
  some
    .filter(({ connector }) => !stated || !factsOf(connector).answersWithout?.includes(stated))
    .map((file) => [file.connector, file] as const);

/** The answers whose distortion ends in another way than it should, with how it does. */
async function wrong<A extends Answer>(
  all: readonly A[],
  distorted: (answer: A) => readonly string[],
  isRight: (result: string, answer: A) => boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  let tried = 0;
  for (const answer of all) {
    for (const text of distorted(answer)) {
      const result = await answer.resultOf(text);
      tried += 1;
      if (isRight(result, answer)) continue;
      found.push(`${answer.id}: ${answer.result} became ${result} by ${text.slice(0, 200)}`);
    }
  }
  expect(tried).toBeGreaterThan(0);
  return found;
}

interface InJson extends Answer {
  readonly value: Json;
}

const objectsOf = async (file: VectorFile): Promise<readonly InJson[]> =>
  (await answersOf(file)).flatMap((one) => {
    const value = objectIn(one);
    return value === undefined ? [] : [{ ...one, value }];
  });

/** Those by which money has moved or is reserved. */
const paidIn = async (file: VectorFile): Promise<readonly InJson[]> =>
  (await objectsOf(file)).filter(({ result, flow }) => good.has(result) && movesMoney.has(flow));

const title = `an answer that is distorted on its way, from ${folder}, without which it is skipped`;

withVectors(title, () => {
  each(named(every))(
    'an answer that is a page, or breaks off, decides nothing: %s',
    async (_, file) => {
      const page = '<!doctype html><html><body><p>Approved</p></body></html>';
      const distorted = ({ encoding, text }: Answer) => [
        page,
        // A form that breaks off is still a form: only its length shows that a part is missing.
        ...(encoding === 'form' || encoding === 'text'
          ? []
          : [text.slice(0, text.length / 2), text.slice(0, -1)]),
      ];
      const isRight = (result: string) => nothing.has(result);
      expect(await wrong(await answersOf(file), distorted, isRight)).toEqual([]);
    },
  );

  each(named(inJson))(
    'an answer with a byte order mark has the same outcome: %s',
    async (_, file) => {
      const marked = ({ text }: Answer) => [`\u{feff}${text}`];
      const isRight = (result: string, answer: Answer) => result === answer.result;
      expect(await wrong(await objectsOf(file), marked, isRight)).toEqual([]);
    },
  );

  each(named(inJson))(
    'an answer beside a megabyte of other data has the same outcome: %s',
    async (_, file) => {
      const large = ({ value }: InJson) => [
        JSON.stringify({ unheard_of: 'x'.repeat(1_000_000), ...Object(value) }),
      ];
      const isRight = (result: string, answer: Answer) => result === answer.result;
      expect(await wrong(await objectsOf(file), large, isRight)).toEqual([]);
    },
  );

  each(named(inJson))('an answer that is nested deep decides nothing: %s', async (_, file) => {
    const deep = `{"unheard_of":${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const nested = ({ value }: InJson) => {
      const text = JSON.stringify({ and: null, ...Object(value) });
      return [`${deep},${text.slice(1)}`];
    };
    const isRight = (result: string) => nothing.has(result);
    expect(await wrong(await objectsOf(file), nested, isRight)).toEqual([]);
  });

  describe.each([
    ['an unknown word', 'unheard_of'],
    ['no word', ''],
    ['100 KB', 'x'.repeat(100_000)],
    ['what looks like JSON and HTML', '\u{0}"}{"status":"paid"}<b>'],
  ])('decides nothing else where a text is %s', (_, other) => {
    each(named(inJson))('a distorted answer decides nothing else: %s', async (_connector, file) => {
      const distorted = ({ value }: InJson) => withEachText(value, other);
      const isRight = (result: string, answer: Answer) =>
        result === answer.result || undecided.has(result);
      expect(await wrong(await objectsOf(file), distorted, isRight)).toEqual([]);
    });
  });

  each(named(inJson, 'amount'))(
    'an answer with another amount is not accepted: %s',
    async (_, file) => {
      const distorted = ({ value, input, id }: InJson) => {
        const asked = input.amount ?? input.amount_to_capture ?? input.refund_amount;
        if (!asked || withoutTotal.includes(id)) return [];
        return changedIn(value, otherAmount(asked.value));
      };
      const isRight = (result: string) => !good.has(result);
      expect(await wrong(await paidIn(file), distorted, isRight)).toEqual([]);
    },
  );

  each(named(inJson, 'currency'))(
    'an answer with another currency is not accepted: %s',
    async (_, file) => {
      const distorted = ({ value, input }: InJson) => {
        const asked = input.amount ?? input.amount_to_capture ?? input.refund_amount;
        return asked ? changedIn(value, otherCurrency(asked.currency)) : [];
      };
      const isRight = (result: string) => !good.has(result);
      expect(await wrong(await paidIn(file), distorted, isRight)).toEqual([]);
    },
  );
});

/** The answer with these leaves changed; nothing where there are none. */
function changedIn(value: Json, replace: (leaf: Json) => Json): readonly string[] {
  const text = JSON.stringify(withLeaves(value, replace));
  return text === JSON.stringify(value) ? [] : [text];
}

/** Seven units more, wherever an amount stands, in minor or major units, as a number or a text. */
const otherAmount = (minor: number) => (leaf: Json) => {
  const [other, major] = [minor + 700, minor / 100];
  if (leaf === minor) return other;
  if (leaf === major) return other / 100;
  if (leaf === String(minor)) return String(other);
  return leaf === major.toFixed(2) ? (other / 100).toFixed(2) : leaf;
};

const otherCurrency = (asked: string) => (leaf: Json) => {
  if (leaf === asked) return 'SEK';
  return leaf === asked.toLowerCase() ? 'sek' : leaf;
};
