/** Programs that decide about 3-D Secure and surcharges, as merchants state them. */

/** A comparison of a rule. */
export const comparing = (lhs: string, comparison: string, type: string, value: unknown) => ({
  lhs,
  comparison,
  value: { type, value },
  metadata: {},
});

type Comparison = ReturnType<typeof comparing>;

/** A program with one rule: its selection where all of these are true, and its selection else. */
export const programWhere = (
  condition: readonly Comparison[],
  selection: object,
  otherwise: object = {},
) => ({
  defaultSelection: otherwise,
  rules: [
    {
      name: 'first',
      connectorSelection: selection,
      statements: [{ condition, nested: null }],
    },
  ],
  metadata: {},
});

export const isNetwork = (network: string) =>
  comparing('card_network', 'equal', 'enum_variant', network);

export const ofRate = (percentage: number, tax?: number) => ({
  surcharge_details: {
    surcharge: { type: 'rate', value: { percentage } },
    ...(tax !== undefined && { tax_on_surcharge: { percentage: tax } }),
  },
});

export const ofFixed = (amount: number, tax?: number) => ({
  surcharge_details: {
    surcharge: { type: 'fixed', value: { amount } },
    ...(tax !== undefined && { tax_on_surcharge: { percentage: tax } }),
  },
});
