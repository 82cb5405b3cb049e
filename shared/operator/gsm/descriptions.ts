import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { gsm: 'What errors of connectors mean, and what to do about them.' },
  operations: {
    'POST /gsm':
      'Says for one error of one connector whether a payment is tried again, and what merchants are told. Only the operator may do it.',
    'POST /gsm/get': 'Answers with the rule for one error of one connector.',
    'POST /gsm/update':
      'Changes the members of the rule that the request states and leaves the others as they are.',
    'POST /gsm/delete': 'Deletes the rule: the error is treated like any other from now on.',
  },
  properties: {
    alternate_network_possible: 'Whether to try again by another card network.',
    clear_pan_possible: 'Whether to try again with the card number instead of a network token.',
    decision: 'Whether to try again, and how.',
    error_category: 'What kind of error it is.',
    feature: 'What the rule decides about.',
    feature_data: 'What the rule decides.',
    gsm_rule_delete: 'Whether there was such a rule.',
    retry: 'Whether and how to try again.',
    router_error: 'A note for people.',
    step_up_possible: 'Whether to try again with 3-D Secure.',
    sub_flow: 'What exactly the connector was asked to do.',
    code: 'The error code of the connector.',
    message: 'The error message of the connector.',
    status: 'The status that the connector answered.',
  },
};
