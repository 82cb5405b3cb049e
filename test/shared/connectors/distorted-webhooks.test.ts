import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { textOf } from '../../prove/vectors/recorded-processor.ts';
import { readVectorFiles, type VectorFile } from '../../prove/vectors/vector-file.ts';
import { withEachText } from '../../support/requests/distorted-json.ts';
import { drawnByDay } from '../../support/runner/drawn-by-day.ts';

const { each } = drawnByDay('distorted-answers');

/** Recorded webhooks of a public reference implementation, beside the repository. */
const folder = join(import.meta.dirname, '../../../../shared/oracles/connectors');
const withVectors = existsSync(folder) ? describe : describe.skip;

interface Webhook {
  readonly id: string;
  /** JSON, as it was recorded. */
  readonly text: string;
  readonly said: string;
  /** The decisions of another text in its place; `unreadable` where its parser throws. */
  saidBy(text: string): string;
}

/** The webhooks that are JSON and that the connector reads. */
function webhooksOf({ connector: name, vectors }: VectorFile): readonly Webhook[] {
  const { webhooks } = connectorNamed(name) ?? {};
  if (!webhooks) return [];
  return vectors.flatMap(({ id, flow, wire_request: recorded }) => {
    if (flow !== 'webhook' || !recorded?.body.encoding.startsWith('json')) return [];
    const headers = Object.fromEntries(
      Object.entries(recorded.headers).map(([header, value]) => [header.toLowerCase(), value]),
    );
    const saidBy = (body: string) => {
      try {
        return webhooks.parse({ headers, body }).map(decisionOf).join();
      } catch {
        return 'unreadable';
      }
    };
    const text = textOf(recorded.body);
    const said = saidBy(text);
    return said === 'unreadable' ? [] : [{ id, text, said, saidBy }];
  });
}

/** A content's decision about money; the statuses of disputes and mandates decide nothing. */
function decisionOf(content: WebhookContent): string {
  if ('outcome' in content) return `${content.kind} ${content.outcome.result}`;
  return content.kind === 'capture' ? `capture ${content.status}` : content.kind;
}

/** Whether it decides nothing that the webhook itself does not. */
function decidesNothingElse(said: string, { said: recorded }: Webhook): boolean {
  const before = recorded.split(',');
  return said
    .split(',')
    .every(
      (one, index) =>
        one === before[index] || /^(unreadable|nothing|.* (pending|unknown|held))$/.test(one),
    );
}

const every = (existsSync(folder) ? readVectorFiles(folder) : []).flatMap((file) => {
  const webhooks = webhooksOf(file);
  return webhooks.length > 0 ? [[file.connector, webhooks] as const] : [];
});

/** The distorted webhooks whose decision is wrong. */
const wrong = (
  all: readonly Webhook[],
  distorted: (webhook: Webhook) => readonly string[],
  isRight: (said: string, webhook: Webhook) => boolean,
): readonly string[] =>
  all.flatMap((webhook) =>
    distorted(webhook).flatMap((text) => {
      const said = webhook.saidBy(text);
      return isRight(said, webhook)
        ? []
        : [`${webhook.id}: ${webhook.said} became ${said} by ${text.slice(0, 200)}`];
    }),
  );

const title = `a webhook that is distorted on its way, from ${folder}, without which it is skipped`;

withVectors(title, () => {
  it('the distorted webhooks come from several processors', () => {
    expect(every.length).toBeGreaterThan(3);
  });

  each(every)(
    'a webhook that breaks off, or is nested deep, decides nothing: %s',
    (_, webhooks) => {
      const deep = `{"unheard_of":${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const distorted = ({ text }: Webhook) => [
        text.slice(0, text.length / 2),
        text.slice(0, -1),
        `${deep},${text.slice(1)}`,
      ];
      expect(wrong(webhooks, distorted, (said) => said === 'unreadable')).toEqual([]);
    },
  );

  each(every)(
    'a webhook with a byte order mark, and beside other data, has the same outcome: %s',
    (_, webhooks) => {
      const much = `{"unheard_of":"${'x'.repeat(500_000)}"`;
      const distorted = ({ text }: Webhook) => [`\u{feff}${text}`, `${much},${text.slice(1)}`];
      expect(wrong(webhooks, distorted, (said, { said: before }) => said === before)).toEqual([]);
    },
  );

  describe.each([
    ['an unknown word', 'unheard_of'],
    ['no word', ''],
    ['100 KB', 'x'.repeat(100_000)],
  ])('decides nothing else where a text is %s', (_, other) => {
    each(every)('a distorted webhook decides nothing else: %s', (_connector, webhooks) => {
      const distorted = ({ text }: Webhook) => withEachText(JSON.parse(text), other);
      expect(wrong(webhooks, distorted, decidesNothingElse)).toEqual([]);
    });
  });
});
