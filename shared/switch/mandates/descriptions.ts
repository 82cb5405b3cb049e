import { type Descriptions, describeSchema } from '#platform/http/operation/descriptions.ts';
import { MandateStatus } from './mandate.ts';

export const descriptions: Descriptions = {
  groups: { mandates: 'What customers have agreed to be charged again.' },
  properties: {
    mandate_status: 'Only mandates in this status.',
    created_time: 'Only mandates that were created at this time.',
    'created_time.lt': 'Only mandates that were created before this time.',
    'created_time.gt': 'Only mandates that were created after this time.',
    'created_time.lte': 'Only mandates that were created at this time or earlier.',
    'created_time.gte': 'Only mandates that were created at this time or later.',
  },
  schemas: [
    describeSchema(
      MandateStatus,
      {},
      'How things stand with a mandate. Only an `active` one can be charged.',
    ),
  ],
};
