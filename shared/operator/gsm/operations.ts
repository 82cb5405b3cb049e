import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, text } from '#platform/schema.ts';
import { ConnectorName } from '#vocabulary/connectors.ts';
import {
  GsmDecision,
  GsmErrorCategory,
  GsmFeature,
  GsmFeatureData,
  StandardisedCode,
} from './gsm-rule.ts';

const place = {
  connector: ConnectorName,
  flow: text(64),
  sub_flow: text(64),
  code: text(255),
  message: text(1024),
};

const optional = {
  router_error: given(text(64)),
  unified_code: given(text(255)),
  unified_message: given(text(1024)),
  error_category: given(GsmErrorCategory),
  feature: given(GsmFeature),
  feature_data: given(GsmFeatureData),
  standardised_code: given(StandardisedCode),
  description: given(text(1024)),
  user_guidance_message: given(text(1024)),
};

export const CreateGsmRequest = v.object({
  ...place,
  status: text(64),
  decision: GsmDecision,
  step_up_possible: v.boolean(),
  clear_pan_possible: v.boolean(),
  ...optional,
});
export type CreateGsmRequest = v.InferOutput<typeof CreateGsmRequest>;

/** The key of a rule. */
export const NamedGsmRequest = v.object(place);

/** Absent and `null` members stay as they are. */
export const UpdateGsmRequest = v.object({
  ...place,
  status: given(text(64)),
  decision: given(GsmDecision),
  step_up_possible: given(v.boolean()),
  clear_pan_possible: given(v.boolean()),
  ...optional,
});
export type UpdateGsmRequest = v.InferOutput<typeof UpdateGsmRequest>;

export const GsmResponse = v.object({
  connector: ConnectorName,
  flow: v.string(),
  sub_flow: v.string(),
  code: v.string(),
  message: v.string(),
  status: v.string(),
  router_error: v.nullable(v.string()),
  decision: GsmDecision,
  step_up_possible: v.boolean(),
  clear_pan_possible: v.boolean(),
  unified_code: v.nullable(v.string()),
  unified_message: v.nullable(v.string()),
  error_category: v.nullable(GsmErrorCategory),
  feature: GsmFeature,
  feature_data: GsmFeatureData,
  standardised_code: v.nullable(StandardisedCode),
  description: v.nullable(v.string()),
  user_guidance_message: v.nullable(v.string()),
});
export type GsmResponse = v.InferOutput<typeof GsmResponse>;

export const DeleteGsmResponse = v.object({
  gsm_rule_delete: v.boolean(),
  connector: ConnectorName,
  flow: v.string(),
  sub_flow: v.string(),
  code: v.string(),
});

const named = {
  connector: 'stripe',
  flow: 'Payment',
  sub_flow: 'Authorize',
  code: 'card_declined',
  message: 'Your card was declined.',
} as const;

export const createGsmRule = defineOperation({
  name: 'gsm.create',
  method: 'POST',
  path: '/gsm',
  summary: 'Store the settings for an error of a processor',
  about: {
    description:
      'Says for one error of one connector whether a payment is tried again, and what merchants are told. Only the operator may do it.',
    stored: ['clear_pan_possible', 'alternate_network_possible'],
  },
  auth: 'admin key',
  body: CreateGsmRequest,
  response: GsmResponse,
  errors: ['gsm_rule_exists'],
  access: { table: ['PutItem'] },
  impact: 'Rules for errors cannot be created; their errors get the default unified error.',
  example: {
    body: {
      ...named,
      code: 'expired_card',
      status: 'Failure',
      decision: 'do_default',
      step_up_possible: false,
      clear_pan_possible: false,
      unified_code: 'UE_1000',
      unified_message: 'Issue with payment method details',
      error_category: 'issue_with_payment_method',
    },
  },
});

export const retrieveGsmRule = defineOperation({
  name: 'gsm.retrieve',
  method: 'POST',
  path: '/gsm/get',
  summary: 'Show the settings for an error of a processor',
  about: { description: 'Answers with the rule for one error of one connector.' },
  auth: 'admin key',
  body: NamedGsmRequest,
  response: GsmResponse,
  errors: ['gsm_rule_not_found'],
  repeats: 'only read',
  access: { table: ['GetItem'] },
  impact: 'Operators cannot see rules for errors; the rules still apply.',
  example: { body: named },
});

export const updateGsmRule = defineOperation({
  name: 'gsm.update',
  method: 'POST',
  path: '/gsm/update',
  summary: 'Change the settings for an error of a processor',
  about: {
    description:
      'Changes the members of the rule that the request states and leaves the others as they are.',
    stored: ['clear_pan_possible', 'alternate_network_possible'],
  },
  auth: 'admin key',
  body: UpdateGsmRequest,
  response: GsmResponse,
  errors: ['gsm_rule_not_found', 'concurrent_update'],
  access: { table: ['GetItem', 'PutItem'] },
  impact: 'Rules for errors cannot be changed.',
  example: { body: { ...named, unified_code: 'UE_3000' } },
});

export const deleteGsmRule = defineOperation({
  name: 'gsm.delete',
  method: 'POST',
  path: '/gsm/delete',
  summary: 'Delete the settings for an error of a processor',
  about: { description: 'Deletes the rule: the error is treated like any other from now on.' },
  auth: 'admin key',
  body: NamedGsmRequest,
  response: DeleteGsmResponse,
  errors: ['gsm_rule_not_found'],
  access: { table: ['DeleteItem'] },
  impact: 'Rules for errors cannot be deleted.',
  example: { body: named },
});
