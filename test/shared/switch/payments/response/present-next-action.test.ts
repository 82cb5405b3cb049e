import { firstOf, presentNextAction } from '#switch/payments/response/present-next-action.ts';
import type { NextAction } from '#vocabulary/next-action.ts';
import { aProcessingPayment } from '../../../../support/entities/a-payment.ts';

const waiting = { display_from_timestamp: 1, poll_config: { delay_in_secs: 5, frequency: 5 } };

/** One of each kind, the most urgent first. */
const actions: readonly NextAction[] = [
  { type: 'invoke_ddc', ddc_data: { iframe_url: 'https://bank.example', timeout_ms: 1_000 } },
  { type: 'redirect_to_url', redirect_to_url: 'https://bank.example' },
  { type: 'display_bank_transfer_information', bank_transfer_steps_and_charges_details: {} },
  { type: 'display_voucher_information', voucher_details: '{}' },
  { type: 'collect_otp', consent_data_required: 'consent_required' },
  { type: 'qr_code_information', qr_code_url: 'https://bank.example' },
  { type: 'fetch_qr_code_information', qr_code_fetch_url: 'https://bank.example' },
  { type: 'invoke_sdk_client', next_action_data: { next_action: 'sync' } },
  { type: 'invoke_upi_intent_sdk', sdk_uri: 'upi://pay', ...waiting },
  { type: 'wait_screen_information', ...waiting },
  { type: 'three_ds_invoke', three_ds_data: {} },
  { type: 'invoke_hidden_iframe', iframe_data: {} },
];

describe('the next action', () => {
  it.each(actions.slice(0, -1).map((action, at) => [action.type, at] as const))(
    'the next action is %s before everything less urgent',
    (_, at) => {
      const rest = actions.slice(at);
      expect(firstOf(rest)).toBe(rest[0]);
      expect(firstOf(rest.toReversed())).toBe(rest[0]);
    },
  );

  it('the next action is null where nothing is to be done', () => {
    expect(firstOf([undefined])).toBeNull();
    expect(presentNextAction(aProcessingPayment())).toBeNull();
  });

  it('the next action is a redirect to the processor where showing something would be possible as well', () => {
    const payment = aProcessingPayment();
    const attempt = {
      ...payment.attempt,
      redirectUrl: 'https://bank.example/3ds',
      nextAction: { type: 'wait_screen_information', ...waiting } as const,
    };
    const acting = { ...payment, status: 'requires_customer_action' as const, attempt };
    expect(presentNextAction(acting)?.type).toBe('redirect_to_url');
    expect(presentNextAction({ ...acting, status: 'failed' })).toBeNull();
  });

  it('the next action is our own page when the processor requires a form, and nothing of the form', () => {
    const payment = aProcessingPayment();
    const redirectForm = { url: 'https://bank.example/acs', fields: { PaReq: 'one-time' } };
    const attempt = { ...payment.attempt, redirectForm };
    const acting = { ...payment, status: 'requires_customer_action' as const, attempt };
    const shown = presentNextAction({ ...acting, switchUrl: 'https://switch.example' });
    expect(shown).toEqual({
      type: 'redirect_to_url',
      redirect_to_url: expect.stringMatching(/^https:\/\/switch\.example\/payments\/redirect\//),
    });
    const { switchUrl: _, ...unreachable } = acting;
    expect(presentNextAction(unreachable)).toBeNull();
  });

  it('the next action keeps an image that the processor made itself', () => {
    const payment = aProcessingPayment();
    const nextAction = {
      type: 'qr_code_information',
      image_data_url: 'data:image/png;base64,AAAA',
      raw_qr_data: 'pay me',
    } as const;
    const acting = {
      ...payment,
      status: 'requires_customer_action' as const,
      attempt: { ...payment.attempt, nextAction },
    };
    expect(presentNextAction(acting)).toEqual(nextAction);
  });
});
