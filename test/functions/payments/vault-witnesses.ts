import * as v from 'valibot';
import type { Send } from '#platform/http/egress/egress.ts';
import type { paymentsInMemory } from '../../support/switch/payments-in-memory.ts';
import type { AVault } from '../../support/vault/a-vault.ts';

export const anotherCard = '5555555555554444';

const Shown = v.object({ card: v.record(v.string(), v.unknown()) });

/** The cards that the processor received, in order. */
export function shownTo() {
  const cards: Record<string, unknown>[] = [];
  const by =
    (send: Send): Send =>
    (request, options) => {
      const read = v.safeParse(Shown, JSON.parse(request.body ?? '{}'));
      if (read.success) cards.push(read.output.card);
      return send(request, options);
    };
  return { cards, by };
}

/** The cards that the vault has, not those of which only the name is left. */
export const cardsIn = ({ ports }: AVault) =>
  ports.cards.items().filter(({ sk, deletedAt }) => sk === 'CARD' && deletedAt === undefined);

/** The cards and codes that the vault has. */
export const leftIn = (vault: AVault) => [
  ...cardsIn(vault),
  ...vault.ports.codes.items().filter(({ sk }) => sk === 'CODE'),
];

/** The actions in the audit trail, in the order of the alphabet. */
export const auditedActions = ({ ports }: AVault) =>
  ports.audit
    .items()
    .map(({ type }) => String(type))
    .sort();

/** Everything as JSON, bytes as the text that they would be. */
export const asText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one instanceof Uint8Array ? Buffer.from(one).toString('latin1') : one,
  );

/** Neither the switch's own table nor the vault's hold the digits of a card or a code in clear. */
export function noDigitsIn({ memory, vault }: Awaited<ReturnType<typeof paymentsInMemory>>) {
  const items = [memory, ...Object.values(vault.ports)].flatMap((port) => port.items());
  const isIn = (text: string) => asText(items).includes(text);
  expect(['4242424', anotherCard.slice(0, 7), '"314"'].filter(isIn)).toEqual([]);
}
