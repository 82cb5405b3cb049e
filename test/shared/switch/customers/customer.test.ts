import * as v from 'valibot';
import {
  type Customer,
  Customer as CustomerSchema,
  newCustomer,
  presentCustomer,
  updatedCustomer,
} from '#switch/customers/customer.ts';
import {
  CreateCustomerRequest,
  CustomerResponse,
  UpdateCustomerRequest,
} from '#switch/customers/operations.ts';
import { loadStructure } from '../../../support/documents/structure.ts';
import { refusal } from '../../../support/requests/refusal.ts';

const now = new Date('2026-02-03T10:11:12.123Z');
const later = new Date('2026-02-04T10:11:12.123Z');
const newId = () => 'cus_new';

const create = (request: unknown) =>
  newCustomer('merchant_example', v.parse(CreateCustomerRequest, request), now, newId);
const update = (customer: Customer, request: unknown) =>
  updatedCustomer(customer, v.parse(UpdateCustomerRequest, request), later);

describe('a new customer', () => {
  it('a new customer has the customer_id of the request, or a new one', () => {
    expect(create({ customer_id: 'till-7' }).id).toBe('till-7');
    expect(create({}).id).toBe('cus_new');
    expect(create({ customer_id: null }).id).toBe('cus_new');
  });

  it('a new customer is shown with null for every unknown field', () => {
    expect(presentCustomer(create({}))).toEqual({
      customer_id: 'cus_new',
      name: null,
      email: null,
      phone: null,
      phone_country_code: null,
      description: null,
      address: null,
      created_at: '2026-02-03T10:11:12.123Z',
      metadata: null,
      default_payment_method_id: null,
      tax_registration_id: null,
      document_details: null,
    });
  });

  it('a new customer is shown with all given fields, and with none that the API does not have', () => {
    const request = {
      customer_id: 'customer_example',
      name: 'Test Payer',
      email: 'payer@example.com',
      phone: '5550100',
      phone_country_code: '+1',
      description: 'A regular',
      address: { line1: '1 Main Street', country: 'GB' },
      metadata: { segment: 'b2c' },
      tax_registration_id: 'TAX-1',
      document_details: { document_type: 'psn', document_number: '19900101-0000' },
      favourite_colour: 'green',
    };
    const shown = presentCustomer(create(request));
    const { favourite_colour, ...known } = request;
    expect(shown).toMatchObject(known);
    expect(shown).not.toHaveProperty('favourite_colour');
    expect(shown.address).toHaveProperty('city', null);
    expect(v.safeParse(CustomerResponse, shown).success).toBe(true);
  });

  it('a new customer stores nothing for null fields', () => {
    const customer = create({ name: null, address: { city: null, zip: '10115' } });
    expect(Object.keys(customer)).not.toContain('name');
    expect(customer.address).toEqual({ zip: '10115' });
  });

  it('a new customer is read back as it was stored, attributes of later versions included', () => {
    const stored = { ...create({ name: 'Test Payer' }), loyaltyTier: 'gold' };
    expect(v.parse(CustomerSchema, stored)).toEqual(stored);
  });
});

describe('an update', () => {
  const customer = create({
    name: 'Test Payer',
    email: 'payer@example.com',
    address: { line1: '1 Main Street', city: 'London', country: 'GB' },
    metadata: { segment: 'b2c', since: '2020' },
  });

  it("a customer's update changes no field that is absent or null", () => {
    const { modifiedAt, ...rest } = update(customer, { name: null });
    expect(modifiedAt).toBe(later.toISOString());
    expect({ ...rest, modifiedAt: customer.modifiedAt }).toEqual(customer);
  });

  it("a customer's update changes an address field by field", () => {
    expect(update(customer, { address: { city: 'Leeds', zip: 'LS1' } }).address).toEqual({
      line1: '1 Main Street',
      city: 'Leeds',
      country: 'GB',
      zip: 'LS1',
    });
  });

  it("a customer's update replaces metadata as a whole", () => {
    expect(update(customer, { metadata: { segment: 'b2b' } }).metadata).toEqual({ segment: 'b2b' });
  });

  it("a customer's update never changes the customer_id", () => {
    expect(update(customer, { customer_id: 'somebody_else', name: 'New' }).id).toBe(customer.id);
  });

  it("a customer's update is refused after the data was erased", () => {
    const redacted = { ...customer, redactedAt: later.toISOString() };
    expect(refusal(() => update(redacted, { name: 'Back again' }))).toEqual([
      400,
      'IR_11',
      'Customer has already been redacted',
    ]);
  });
});

describe('a document number', () => {
  const withDocument = (document_type: string, document_number: string) => () =>
    create({ document_details: { document_type, document_number } });

  it.each([
    ['cpf', '52998224725'],
    ['cpf', '529.982.247-25'],
    ['cnpj', '11222333000181'],
    ['cnpj', '11.222.333/0001-81'],
    ['cnpj', '12ABC34501DE35'],
    ['psn', 'anything'],
    ['other', 'anything'],
  ])('a document number of kind %s is accepted when it can be right: %s', (kind, number) => {
    expect(refusal(withDocument(kind, number))).toBeUndefined();
  });

  it.each([
    ['cpf', '52998224724', 'Invalid CPF'],
    ['cpf', '11111111111', 'Invalid CPF'],
    ['cpf', '5299822472', 'Invalid CPF'],
    ['cpf', '', 'Invalid CPF'],
    ['cpf', '11222333000181', 'Invalid CPF'],
    ['cnpj', '11222333000182', 'Invalid CNPJ'],
    ['cnpj', '00000000000000', 'Invalid CNPJ'],
    ['cnpj', '12ABC34501DE36', 'Invalid CNPJ'],
    ['cnpj', '52998224725', 'Invalid CNPJ'],
  ])(
    'a document number of kind %s is refused when it cannot be right: %s',
    (kind, number, what) => {
      const expected = [400, 'IR_07', `Invalid value provided: ${what}`];
      expect(refusal(withDocument(kind, number))).toEqual(expected);
      const document_details = { document_type: kind, document_number: number };
      expect(refusal(() => update(create({}), { document_details }))).toEqual(expected);
    },
  );
});

const structure = loadStructure();
(structure ? it : it.skip)(
  'is answered in the published shape (needs the published structure)',
  () => {
    const isPublished = structure?.validator('CustomerResponse');
    const shown = presentCustomer(create({ address: { country: 'GB' }, metadata: { a: 'b' } }));
    expect([isPublished?.(shown), isPublished?.errors]).toEqual([true, null]);
  },
);
