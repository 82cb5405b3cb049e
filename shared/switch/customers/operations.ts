import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { Email, given, Identifier, text } from '#platform/schema.ts';
import { AddressDetails, AddressDetailsResponse } from '#vocabulary/address.ts';
import { passedOnInRequests, passedOnInResponses } from './passed-on-fields.ts';

/** An identity document of a customer, issued by a state. */
export const DocumentDetails = v.object({
  document_type: v.picklist(['cpf', 'cnpj', 'psn', 'other']),
  document_number: text(255),
});
export type DocumentDetails = v.InferOutput<typeof DocumentDetails>;

/** In the order of the published API. */
const changeable = {
  name: given(text(255)),
  email: given(v.pipe(Email, v.maxLength(255, 'Failed to parse email'))),
  phone: given(text(255)),
  phone_country_code: given(text(255)),
  description: passedOnInRequests.description,
  address: given(AddressDetails),
  metadata: passedOnInRequests.metadata,
  tax_registration_id: given(text(255)),
  document_details: given(DocumentDetails),
};

/** Unknown members are ignored. */
export const UpdateCustomerRequest = v.object({ ...changeable, ...passedOnInRequests });
export type UpdateCustomerRequest = v.InferOutput<typeof UpdateCustomerRequest>;

/** Unknown members are ignored. */
export const CreateCustomerRequest = v.object({
  ...UpdateCustomerRequest.entries,
  customer_id: given(Identifier),
});
export type CreateCustomerRequest = v.InferOutput<typeof CreateCustomerRequest>;

/** In the order in which responses show them. */
const shownFields = {
  customer_id: v.string(),
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  phone_country_code: v.nullable(v.string()),
  description: passedOnInResponses.description,
  address: v.nullable(AddressDetailsResponse),
  created_at: v.string(),
  metadata: passedOnInResponses.metadata,
  default_payment_method_id: v.nullable(v.string()),
  tax_registration_id: v.nullable(v.string()),
  document_details: v.nullable(DocumentDetails),
};

export const CustomerResponse = v.object({ ...shownFields, ...passedOnInResponses });
export type CustomerResponse = v.InferOutput<typeof CustomerResponse>;

const params = v.object({ customer_id: Identifier });

export const createCustomer = defineOperation({
  name: 'customers.create',
  method: 'POST',
  path: '/customers',
  summary: 'Create a customer',
  about: {
    description: 'Creates a customer. A payment with a new `customer_id` creates one as well.',
  },
  auth: 'secret key',
  body: CreateCustomerRequest,
  repeats: 'derive the same identifier',
  response: CustomerResponse,
  errors: ['customer_exists', 'customer_redacted', 'invalid_value'],
  access: { table: ['GetItem', 'PutItem', 'Query'] },
  impact: 'Merchants cannot create customers; payments that create their customers continue.',
  example: { body: { customer_id: 'customer_example', email: 'payer@example.com' } },
});

export const retrieveCustomer = defineOperation({
  name: 'customers.retrieve',
  method: 'GET',
  path: '/customers/{customer_id}',
  summary: 'Retrieve a customer',
  about: {
    description:
      'Answers with the customer. A customer that was deleted is answered with its data overwritten.',
    differs:
      'An ephemeral key reads its own customer only, without `metadata` and `description`: [the rights of a customer’s device](decisions/0026-what-a-payer-may-say-and-read.md).',
  },
  auth: 'secret key or ephemeral key',
  params,
  response: CustomerResponse,
  errors: ['customer_not_found'],
  notFound: 'customer_not_found',
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants cannot see customers; payments continue.',
  example: { params: { customer_id: 'customer_example' } },
});

export const updateCustomer = defineOperation({
  name: 'customers.update',
  method: 'POST',
  path: '/customers/{customer_id}',
  summary: 'Update a customer',
  about: {
    description: 'Changes the members that the request states and leaves the others as they are.',
  },
  auth: 'secret key',
  params,
  body: UpdateCustomerRequest,
  response: CustomerResponse,
  errors: ['customer_not_found', 'customer_redacted', 'invalid_value', 'concurrent_update'],
  notFound: 'customer_not_found',
  access: { table: ['GetItem', 'PutItem', 'Query'] },
  impact: 'Customers cannot be changed; payments continue.',
  example: { params: { customer_id: 'customer_example' }, body: { name: 'Test Payer' } },
});

export const DeleteCustomerResponse = v.object({
  customer_id: v.string(),
  customer_deleted: v.boolean(),
  address_deleted: v.boolean(),
  payment_methods_deleted: v.boolean(),
});

export const deleteCustomer = defineOperation({
  name: 'customers.delete',
  method: 'DELETE',
  path: '/customers/{customer_id}',
  summary: 'Delete a customer: its cards are deleted and its personal data is overwritten',
  about: {
    description:
      'Deletes the stored payment methods of the customer and overwrites its personal data. It cannot be undone. An active mandate must be revoked first.',
    differs:
      'Overwrites the customer’s data in payments and payouts, too: [the rights of a customer’s device](decisions/0026-what-a-payer-may-say-and-read.md).',
  },
  auth: 'secret key',
  params,
  response: DeleteCustomerResponse,
  errors: [
    'customer_not_found',
    'customer_redacted',
    'customer_has_mandates',
    'concurrent_update',
    'temporarily_unavailable',
  ],
  notFound: 'customer_not_found',
  access: {
    table: ['GetItem', 'PutItem', 'Query', 'UpdateItem', 'DeleteItem', 'BatchGetItem'],
    vault: ['remove cards'],
  },
  impact: 'Customers cannot be deleted; payments continue.',
  example: { params: { customer_id: 'customer_leaving' } },
});
