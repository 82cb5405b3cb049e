import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { chosenName, given, JsonObject } from '#platform/schema.ts';
import { SurchargeProgram } from './surcharge-program.ts';
import { ThreeDsProgram } from './three-ds-program.ts';

/** The program is called `algorithm` or `program`. The metadata is not stored. */
export const SaveDecisionRequest = v.object({
  name: given(chosenName(255)),
  metadata: given(JsonObject),
  algorithm: given(ThreeDsProgram),
  program: given(ThreeDsProgram),
});
export type SaveDecisionRequest = v.InferOutput<typeof SaveDecisionRequest>;

const times = {
  /** Whole seconds since 1970. */
  created_at: v.number(),
  modified_at: v.number(),
};

export const DecisionRecord = v.object({ name: v.string(), program: JsonObject, ...times });
export type DecisionRecord = v.InferOutput<typeof DecisionRecord>;

const SurchargeConfigs = v.object({ show_surcharge_breakup_screen: given(v.boolean()) });

export const SaveSurchargeRequest = v.object({
  name: given(chosenName(255)),
  merchant_surcharge_configs: SurchargeConfigs,
  algorithm: SurchargeProgram,
});
export type SaveSurchargeRequest = v.InferOutput<typeof SaveSurchargeRequest>;

export const SurchargeRecord = v.object({
  name: v.string(),
  merchant_surcharge_configs: v.object({ show_surcharge_breakup_screen: v.nullable(v.boolean()) }),
  algorithm: JsonObject,
  ...times,
});
export type SurchargeRecord = v.InferOutput<typeof SurchargeRecord>;

const saving = {
  method: 'PUT',
  auth: 'secret key',
  errors: ['missing_param', 'invalid_request', 'concurrent_update'],
  access: { table: ['PutItem', 'Query', 'UpdateItem'] },
  impact: 'Merchants cannot change this program; payments are decided by the one before.',
} as const;

const retrieving = {
  method: 'GET',
  auth: 'secret key',
  errors: ['routing_algorithm_not_found'],
  access: { table: ['Query'] },
  impact: 'Merchants cannot see this program; payments continue.',
  example: {},
} as const;

const removing = {
  method: 'DELETE',
  auth: 'secret key',
  // Empty.
  response: v.string(),
  errors: ['routing_algorithm_not_found', 'concurrent_update'],
  access: { table: ['Query', 'DeleteItem', 'UpdateItem'] },
  impact: 'Merchants cannot take this program away; they can replace it by one without rules.',
  example: {},
} as const;

const when = (lhs: string, comparison: string, type: string, value: unknown) => ({
  lhs,
  comparison,
  value: { type, value },
  metadata: {},
});

export const saveDecision = defineOperation({
  ...saving,
  name: 'routing.save-decision',
  path: '/routing/decision',
  summary: 'Save the program that decides about 3-D Secure',
  about: {
    description:
      'Stores the program that decides which payments use 3-D Secure, in place of the one before. It applies at once, to payments that state no `authentication_type`.',
  },
  body: SaveDecisionRequest,
  response: DecisionRecord,
  example: {
    body: {
      name: 'large ones',
      algorithm: {
        defaultSelection: { override_3ds: null },
        rules: [
          {
            name: 'from 100 EUR',
            connectorSelection: { override_3ds: 'three_ds' },
            statements: [
              {
                condition: [
                  when('amount', 'greater_than_equal', 'number', 10_000),
                  when('currency', 'equal', 'enum_variant', 'EUR'),
                ],
                nested: null,
              },
            ],
          },
        ],
        metadata: {},
      },
    },
  },
});

export const retrieveDecision = defineOperation({
  ...retrieving,
  name: 'routing.retrieve-decision',
  path: '/routing/decision',
  summary: 'Show the program that decides about 3-D Secure',
  about: { description: 'Answers with the program that decides about 3-D Secure.' },
  response: DecisionRecord,
});

export const deleteDecision = defineOperation({
  ...removing,
  name: 'routing.delete-decision',
  path: '/routing/decision',
  summary: 'Take away the program that decides about 3-D Secure',
  about: { description: 'Deletes the program that decides about 3-D Secure. The answer is empty.' },
});

export const saveSurcharge = defineOperation({
  ...saving,
  name: 'routing.save-surcharge',
  path: '/routing/decision/surcharge',
  summary: 'Save the program that decides about surcharges',
  about: {
    description:
      'Stores the program that decides which payments cost a surcharge, in place of the one before. It applies at once, to payments that state no `surcharge_details`.',
  },
  body: SaveSurchargeRequest,
  response: SurchargeRecord,
  example: {
    body: {
      name: 'costly cards',
      merchant_surcharge_configs: { show_surcharge_breakup_screen: true },
      algorithm: {
        defaultSelection: { surcharge_details: null },
        rules: [
          {
            name: 'American Express',
            connectorSelection: {
              surcharge_details: {
                surcharge: { type: 'rate', value: { percentage: 1.5 } },
                tax_on_surcharge: { percentage: 19 },
              },
            },
            statements: [
              {
                condition: [when('card_network', 'equal', 'enum_variant', 'AmericanExpress')],
                nested: null,
              },
            ],
          },
        ],
        metadata: {},
      },
    },
  },
});

export const retrieveSurcharge = defineOperation({
  ...retrieving,
  name: 'routing.retrieve-surcharge',
  path: '/routing/decision/surcharge',
  summary: 'Show the program that decides about surcharges',
  about: { description: 'Answers with the program that decides about surcharges.' },
  response: SurchargeRecord,
});

export const deleteSurcharge = defineOperation({
  ...removing,
  name: 'routing.delete-surcharge',
  path: '/routing/decision/surcharge',
  summary: 'Take away the program that decides about surcharges',
  about: { description: 'Deletes the program that decides about surcharges. The answer is empty.' },
});

export const decisionOperations = [
  saveDecision,
  retrieveDecision,
  deleteDecision,
  saveSurcharge,
  retrieveSurcharge,
  deleteSurcharge,
] as const;
