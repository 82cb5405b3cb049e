import { presentPayment } from '#switch/payments/response/present-payment.ts';
import { afterOutcome, aProcessingPayment } from '../../../../support/entities/a-payment.ts';
import { byCard } from '../../../../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../../../support/switch/switch-in-memory.ts';

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

  it('a credential that a processor names for a payment of the customer alone is not shown as one for later charges', () => {
    const named = { connectorTransactionId: 'tx_1', connectorMandateId: 'pm_named' };
    const asking = (setup_future_usage: string) => {
      const customer_acceptance = { acceptance_type: 'offline' };
      const requestFields = { setup_future_usage, customer_acceptance };
      const asked = aProcessingPayment({ customer: { id: 'cus_1' }, requestFields });
      const paid = afterOutcome(asked, { result: 'captured', ...named });
      return presentPayment({ ...paid, paymentMethod: { id: 'pm_1', status: 'active' } });
    };
    expect([asking('off_session'), asking('on_session')]).toMatchObject([
      {
        connector_mandate_id: 'pm_named',
        payment_method_tokenization_details: { psp_tokenization: true },
      },
      {
        connector_mandate_id: null,
        payment_method_tokenization_details: { psp_tokenization: false },
      },
    ]);
  });
});
