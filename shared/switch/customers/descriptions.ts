import { type Descriptions, describeSchema } from '#platform/http/operation/descriptions.ts';
import { CreateCustomerRequest, CustomerResponse } from './operations.ts';

export const descriptions: Descriptions = {
  groups: { customers: 'Those who pay.' },
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
