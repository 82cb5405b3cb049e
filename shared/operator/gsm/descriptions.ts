import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { gsm: 'What errors of connectors mean, and what to do about them.' },
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
