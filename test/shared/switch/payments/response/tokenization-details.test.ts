import { byCard } from '../../../../support/payments-in-memory.ts';
import {
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../../../support/switch-in-memory.ts';

async function paid(changes: object) {
  const world = switchInMemory();
  const { key } = await aMerchant(world);
  const body = aPaymentRequest({ confirm: true, customer_id: 'cus_1', ...byCard(), ...changes });
  const { body: payment } = await world.ask('payments.create', { key, body });
  return payment;
}

const consent = { customer_acceptance: { acceptance_type: 'offline' } };

describe('the tokens of a payment method', () => {
  it('the tokenization details name a credential that the processor stores for off-session charges', async () => {
    const payment = await paid({ setup_future_usage: 'off_session', ...consent });
    expect(payment.connector_mandate_id).toEqual(expect.any(String));
    expect(payment.payment_method_tokenization_details).toEqual({
      payment_method_id: payment.payment_method_id,
      payment_method_status: payment.payment_method_status,
      psp_tokenization: true,
      network_tokenization: false,
      network_transaction_id: payment.network_transaction_id,
      network_transaction_link_id: null,
      is_eligible_for_mit_payment: true,
    });
  });

  it('the tokenization details are empty for a method saved for its customer only', async () => {
    const payment = await paid({ setup_future_usage: 'on_session', ...consent });
    expect(payment.payment_method_tokenization_details).toMatchObject({
      payment_method_id: payment.payment_method_id,
      psp_tokenization: false,
      is_eligible_for_mit_payment: false,
    });
  });

  it('the tokenization details are absent where no method is saved', async () => {
    expect(await paid({})).toMatchObject({
      status: 'succeeded',
      payment_method_id: null,
      payment_method_tokenization_details: null,
    });
  });
});
