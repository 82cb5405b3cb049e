import { type Descriptions, describeSchema } from '#platform/http/descriptions.ts';
import { MandateStatus } from './mandate.ts';

export const descriptions: Descriptions = {
  groups: { mandates: 'What customers have agreed to be charged again.' },
  operations: {
    'GET /mandates/list': 'Lists the mandates that fit all conditions in the query.',
    'GET /mandates/{mandate_id}':
      'Answers with the mandate and the payment method that it charges, masked.',
    'POST /mandates/revoke/{mandate_id}':
      'Ends a mandate, also at the connector where the connector keeps it. It cannot be charged any more.',
    'GET /customers/{customer_id}/mandates': 'Lists all mandates of one customer.',
  },
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
