import { type DecisionInput, decidedFields } from '#switch/payments/confirm/decided-fields.ts';
import {
  comparing,
  ofFixed,
  programWhere,
} from '../../../../support/entities/decision-programs.ts';

const stored = (purpose: 'three_ds' | 'surcharge', program: Record<string, unknown>) => ({
  merchantId: 'shop_1',
  purpose,
  name: purpose,
  program,
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
});

const both = {
  three_ds: stored('three_ds', programWhere([], { override_3ds: 'three_ds' })),
  surcharge: stored('surcharge', programWhere([], ofFixed(120))),
};

const decide = (changes: Partial<DecisionInput> = {}) =>
  decidedFields({
    decisions: both,
    payment: { amountMinor: 6_540 },
    requestFields: {},
    facts: () => ({}),
    ...changes,
  });

describe('the programs of a merchant', () => {
  it("a merchant's programs decide about 3-D Secure and the surcharge", () => {
    expect(decide()).toMatchObject({
      fields: { authentication_type: 'three_ds', surcharge_details: { surcharge_amount: 120 } },
      troubles: [],
    });
  });

  it("a merchant's programs decide neither when both are stated", () => {
    const requestFields = {
      authentication_type: 'no_three_ds',
      surcharge_details: { surcharge_amount: 0 },
    };
    expect(decide({ requestFields })).toEqual({ fields: {}, troubles: [] });
  });

  it("a merchant's programs require no 3-D Secure of an absent customer", () => {
    const { fields } = decide({ requestFields: { off_session: true } });
    expect(fields).toEqual({ surcharge_details: { surcharge_amount: 120 } });
  });

  it("a merchant's programs add no surcharge to a payment of 0, and none to the verification of a card", () => {
    const { three_ds: _, ...decisions } = both;
    expect(decide({ decisions, payment: { amountMinor: 0 } }).fields).toEqual({});
    const requestFields = { payment_type: 'setup_mandate' };
    expect(decide({ decisions, requestFields }).fields).toEqual({});
  });

  it("the merchant's programs give the surcharge program the other one's decision", () => {
    const seen: unknown[] = [];
    decide({
      facts(fields) {
        seen.push(fields);
        return {};
      },
    });
    expect(seen).toEqual([{}, { authentication_type: 'three_ds' }]);
  });

  it.each<[string, Partial<DecisionInput>, readonly string[]]>([
    [
      'they are of another version',
      {
        decisions: {
          three_ds: stored('three_ds', { rules: [] }),
          surcharge: stored('surcharge', { other: true }),
        },
      },
      ['three_ds: program not understood', 'surcharge: program not understood'],
    ],
    [
      'a rule asks for an unknown fact',
      {
        decisions: {
          surcharge: stored(
            'surcharge',
            programWhere([comparing('colour', 'equal', 'enum_variant', 'red')], ofFixed(1)),
          ),
        },
      },
      ["surcharge: rule 'first', comparison 1.1 ('colour equal'): unknown key"],
    ],
    [
      'the facts cannot be told',
      {
        decisions: { three_ds: both.three_ds },
        facts() {
          throw new Error('no facts');
        },
      },
      ['three_ds: no facts'],
    ],
    [
      'the payment would be too large',
      { decisions: { surcharge: both.surcharge }, payment: { amountMinor: 999_999_900 } },
      ['surcharge: the payment would be too large with it'],
    ],
  ])(
    "a merchant's programs decide nothing, and log the reason, where %s",
    (_, changes, troubles) => {
      expect(decide(changes)).toEqual({ fields: {}, troubles });
    },
  );
});
