import { type Descriptions, describeSchema } from '#platform/http/descriptions.ts';
import { CreateCustomerRequest, CustomerResponse } from './operations.ts';

export const descriptions: Descriptions = {
  groups: { customers: 'Those who pay.' },
  operations: {
    'POST /customers':
      'Creates a customer. A payment with a new `customer_id` creates one as well.',
    'GET /customers/{customer_id}':
      'Answers with the customer. A customer that was deleted is answered with its data overwritten.',
    'POST /customers/{customer_id}':
      'Changes the members that the request states and leaves the others as they are.',
    'DELETE /customers/{customer_id}':
      'Deletes the stored payment methods of the customer and overwrites its personal data. It cannot be undone. An active mandate must be revoked first.',
    'GET /customers/list': 'Lists customers, page by page.',
    'GET /customers/list_with_count':
      'Lists customers, page by page, with how many there are in all.',
  },
  properties: {
    customer_deleted: 'Whether the customer was deleted.',
    address_deleted: 'Whether the address of the customer was deleted.',
    payment_methods_deleted: 'Whether the stored payment methods of the customer were deleted.',
  },
  schemas: [
    describeSchema(CreateCustomerRequest, {
      customer_id:
        "An identifier of the merchant's choice, up to 64 letters, digits, `_` and `-`. Without it the switch makes one that begins with `cus_`.",
      name: 'The name of the customer.',
      email: 'The email address of the customer.',
      description: 'Anything to be noted about the customer.',
    }),
    describeSchema(
      CustomerResponse,
      {
        name: 'The name of the customer.',
        email: 'The email address of the customer.',
        description: 'Anything that was noted about the customer.',
      },
      'A customer of a merchant.',
    ),
  ],
};
