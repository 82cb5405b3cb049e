import * as v from 'valibot';
import type { PaymentSource } from '#connectors/interface/payments.ts';
import { orderOf } from '#switch/payments/confirm/order-of-payment.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { PaymentRequest } from '#switch/payments/request/payment-request.ts';
import { aConfiguration } from '../../../../support/entities/a-configuration.ts';
import { aProcessingPayment } from '../../../../support/entities/a-payment.ts';

/** The order of a payment whose request stated these fields. */
const orderWith = (
  fields: v.InferInput<typeof PaymentRequest>,
  charge: Parameters<typeof orderOf>[1] = {},
  more: Partial<Payment> = {},
) =>
  orderOf(
    aProcessingPayment({ requestFields: { ...v.parse(PaymentRequest, fields) }, ...more }),
    charge,
  );

const mandate: PaymentSource = { kind: 'connector_mandate', connectorMandateId: 'm_1' };

describe('the order that a processor gets for a payment', () => {
  it("the processor gets the merchant's order details of a payment", () => {
    const address = { city: 'Berlin', country: 'DE', line1: 'Street 1', zip: '10115' } as const;
    const order = orderWith({
      billing: {
        address,
        email: 'billing@shop.example',
        phone: { number: '30', country_code: '+49' },
      },
      shipping: { address },
      description: 'Two hats',
      statement_descriptor_name: 'HATS',
      statement_descriptor_suffix: 'SHOP',
      merchant_order_reference_id: 'order_17',
      metadata: { cart: '9' },
      order_details: [
        { product_name: 'Hat', quantity: 2, amount: 1_000, total_tax_amount: 190, sku: 'h-1' },
      ],
      surcharge_details: { surcharge_amount: 50, tax_amount: 10 },
      order_tax_amount: 380,
      shipping_cost: 490,
      authentication_type: 'three_ds',
      payment_channel: 'mail_order',
      enable_partial_authorization: true,
      browser_info: { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0', time_zone: -60 },
    });
    expect(order).toEqual({
      billing: expect.objectContaining({ email: 'billing@shop.example', address }),
      shipping: expect.objectContaining({ address }),
      description: 'Two hats',
      statementDescriptor: 'HATS',
      statementDescriptorSuffix: 'SHOP',
      merchantReference: 'order_17',
      metadata: { cart: '9' },
      lines: [{ name: 'Hat', quantity: 2, unitMinor: 1_000, taxMinor: 190, sku: 'h-1' }],
      surchargeMinor: 60,
      taxMinor: 380,
      shippingMinor: 490,
      authenticationType: 'three_ds',
      channel: 'mail_order',
      partialAuthorization: true,
      browser: { ipAddress: '203.0.113.9', userAgent: 'Mozilla/5.0', timeZone: -60 },
      initiator: { by: 'customer' },
    });
  });

  it('card networks get level 2 and 3 data where the profile wants that, and else nothing of it', () => {
    const stated = {
      tax_status: 'exempt',
      duty_amount: 70,
      discount_amount: 80,
      shipping_amount_tax: 90,
      order_date: '2026-01-31T11:00:00Z',
    } as const;
    const withSetting = (is_l2_l3_enabled: boolean) => {
      const configuration = aConfiguration({ profile: { settings: { is_l2_l3_enabled } } });
      return orderWith(stated, { configuration });
    };
    expect(withSetting(true).levelData).toEqual({
      taxStatus: 'exempt',
      dutyMinor: 70,
      discountMinor: 80,
      shippingTaxMinor: 90,
      orderedAt: '2026-01-31T11:00:00Z',
    });
    expect(withSetting(false).levelData).toBeUndefined();
    expect(orderWith(stated).levelData).toBeUndefined();
  });

  it('the processor gets a claimed exemption, and the challenge that the request or else the profile wants', () => {
    const wants = (force_3ds_challenge: boolean) => ({
      configuration: aConfiguration({ profile: { settings: { force_3ds_challenge } } }),
    });
    const stated = { psd2_sca_exemption_type: 'low_value', force_3ds_challenge: true } as const;
    expect(orderWith(stated)).toMatchObject({ scaExemption: 'low_value', forcesChallenge: true });
    expect(orderWith({}, wants(true)).forcesChallenge).toBe(true);
    expect(orderWith({ force_3ds_challenge: false }, wants(true)).forcesChallenge).toBeUndefined();
    expect(orderWith({}, wants(false))).not.toHaveProperty('forcesChallenge');
  });

  it("the processor gets the customer's fields, as far as the payment has them", () => {
    const customer = { id: 'cus_1', name: 'Joseph Doe', email: 'joseph@example.com' };
    expect(orderWith({}, {}, { customer }).customer).toEqual(customer);
    expect(orderWith({}).customer).toBeUndefined();
  });

  it('the processor gets the customer’s acceptance wherever the merchant stated it', () => {
    const acceptance = {
      acceptance_type: 'online',
      accepted_at: '2026-01-31T11:00:00Z',
      online: { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' },
    } as const;
    const expected = {
      type: 'online',
      acceptedAt: expect.stringContaining('2026-01-31T11:00:00'),
      ipAddress: '203.0.113.9',
      userAgent: 'Mozilla/5.0',
    };
    const atRoot = orderWith({ customer_acceptance: acceptance });
    const inside = orderWith({ mandate_data: { customer_acceptance: acceptance } });
    expect([atRoot.customerAcceptance, inside.customerAcceptance]).toEqual([expected, expected]);
  });

  it('the processor gets no stored field that cannot be read, because it must not stop a payment', () => {
    const requestFields = { description: 17, order_details: 'none', shipping_cost: 490 };
    expect(orderOf(aProcessingPayment({ requestFields }))).toEqual({
      shippingMinor: 490,
      initiator: { by: 'customer' },
    });
  });
});

describe('the initiator of a payment', () => {
  it.each([
    ['a typed card', { off_session: true }, {}, { by: 'customer' }],
    ['a mandate', { off_session: true }, { source: mandate }, { by: 'merchant' }],
    [
      'a mandate, the customer being there',
      { off_session: false },
      { source: mandate },
      { by: 'customer' },
    ],
    [
      'a mandate for a subscription',
      { off_session: true, mit_category: 'recurring' },
      { source: mandate },
      { by: 'merchant', why: 'recurring' },
    ],
    [
      'a card by the network’s id of an earlier payment',
      { off_session: true },
      { networkTransactionId: 'n_1' },
      { by: 'merchant' },
    ],
  ] as const)("the processor gets the payment's initiator %s", (_, fields, charge, initiator) => {
    expect(orderWith(fields, charge).initiator).toEqual(initiator);
  });
});

describe('the processor’s own id of the customer', () => {
  it('the processor gets its own customer id from an earlier payment, or from this one', () => {
    const known = { connectorCustomerId: 'c_1' };
    expect(orderWith({}, known).customer).toEqual(known);
    const { attempt } = aProcessingPayment();
    const reported = { ...attempt, connectorCustomerId: 'c_2' };
    expect(orderOf({ ...aProcessingPayment(), attempt: reported }, known).customer).toEqual({
      connectorCustomerId: 'c_2',
    });
  });
});
