import { scriptOf } from '../../bench/script.ts';
import type { Step } from '../../bench/stubs.ts';

const put = (item: object): Step => [
  { kind: 'aws', target: 'DynamoDB_20120810.PutItem', body: JSON.stringify({ Item: item }) },
];

const recording = (token: string, saveId: string, shard: string) => ({
  token,
  steps: [
    put({ pk: { S: `PAYMENT#pay_${token}` }, save_id: { S: saveId }, duePk: { S: shard } }),
    [
      {
        kind: 'connector' as const,
        method: 'PUT',
        path: `/payments/pay_${token}_1`,
        headers: {},
        body: JSON.stringify({ amount: 6_540 }),
      },
    ],
  ],
});

const script = scriptOf(
  recording('tk0000000001', 'sv_aaaaaaaaaaaa', 'DUE#03'),
  recording('tk0000000002', 'sv_bbbbbbbbbbbb', 'DUE#11'),
);

it('a script replays the same calls for another payment', () => {
  const [written, asked] = script.for('tk0000000003').flat();
  expect(written?.body).toContain('PAYMENT#pay_tk0000000003');
  expect(asked).toMatchObject({ path: '/payments/pay_tk0000000003_1', body: '{"amount":6540}' });
  expect(script).toMatchObject({ calls: 2, steps: 2 });
});

it('a script replaces each invented value by a new one of the same length, and keeps computed values', () => {
  const item = (token: string) => JSON.parse(script.for(token).flat()[0]?.body ?? '').Item;
  const [one, other] = [item('tk0000000003').save_id.S, item('tk0000000004').save_id.S];
  expect(one).toHaveLength('sv_aaaaaaaaaaaa'.length);
  expect(new Set([one, other, 'sv_aaaaaaaaaaaa']).size).toBe(3);
  expect(item('tk0000000003').duePk.S).toBe('DUE#03');
});

it('a script uses another card where a request depends on more than its token', () => {
  const about = (token: string, card: string, auditId: string) => ({
    token,
    names: [card],
    steps: [put({ pk: { S: `CARD#${card}` }, line: { S: `${card} ${auditId}` } })],
  });
  const cards = scriptOf(
    about('tk0000000001', 'card-of-one', 'au_aaaaaaaaaaaa'),
    about('tk0000000002', 'card-of-two', 'au_bbbbbbbbbbbb'),
  );
  const [written] = cards.for('tk0000000003', ['card-of-three']).flat();
  const { Item: item } = JSON.parse(written?.body ?? '');
  expect(item.pk.S).toBe('CARD#card-of-three');
  expect(item.line.S).toMatch(/^card-of-three au_/);
  expect(() => cards.for('tk0000000003')).toThrow('go by different names');
});

it('a script refuses two requests of different kinds', () => {
  const [first] = recording('tk0000000001', 'sv_aaaaaaaaaaaa', 'DUE#03').steps;
  expect(() =>
    scriptOf(
      { token: 'tk0000000001', steps: first ? [first] : [] },
      recording('tk0000000002', 'sv_bbbbbbbbbbbb', 'DUE#11'),
    ),
  ).toThrow('Two requests of one kind made different calls.');
});
