import type { Send } from '#platform/http/egress/egress.ts';
import { loadStructure } from '../../support/documents/structure.ts';
import { switchDependencies } from '../../support/switch/switch-in-memory.ts';
import { disputedCards, switchWithDisputes } from '../../support/switch/switch-with-disputes.ts';

describe('a dispute', () => {
  it('a dispute is created by a webhook, and found by its identifier and in its payment', async () => {
    const shop = await switchWithDisputes();
    const { paymentId, disputeId } = await shop.disputed();
    const { status, body } = await shop.dispute(disputeId);
    expect(status).toBe(200);
    expect(body).toEqual({
      dispute_id: expect.stringMatching(/^dp_[A-Za-z0-9]{20}$/),
      payment_id: paymentId,
      attempt_id: `${paymentId}_1`,
      amount: '10000',
      currency: 'EUR',
      dispute_stage: 'dispute',
      dispute_status: 'dispute_opened',
      connector: 'stripe_test',
      connector_status: 'needs_response',
      connector_dispute_id: expect.stringMatching(/^du_/),
      connector_reason: 'product_not_received',
      connector_reason_code: '13.1',
      challenge_required_by: expect.any(String),
      connector_created_at: expect.any(String),
      connector_updated_at: expect.any(String),
      created_at: expect.any(String),
      profile_id: shop.merchant.profileId,
      merchant_connector_id: expect.stringMatching(/^mca_/),
      is_already_refunded: false,
    });
    const payment = await shop.payment(paymentId);
    expect(payment.status).toBe('succeeded');
    const { payment_id, attempt_id, currency, connector, profile_id, ...rest } = body;
    const { merchant_connector_id, is_already_refunded, ...inPayment } = rest;
    expect(payment.disputes).toEqual([inPayment]);
    const structure = loadStructure();
    if (!structure) return;
    const isPublished = structure.validator('DisputeResponse');
    expect([isPublished(body), isPublished.errors]).toEqual([true, null]);
  });

  it('a dispute does not exist before the webhook about it', async () => {
    const shop = await switchWithDisputes();
    const paymentId = await shop.pay(disputedCards.disputed);
    await shop.pass(3);
    expect((await shop.payment(paymentId)).disputes).toBeNull();
  });

  it('a dispute of another merchant answers 404, like an unknown one', async () => {
    const shop = await switchWithDisputes();
    const missing = await shop.dispute('dp_00000000000000000000');
    expect([missing.status, missing.body.error]).toMatchObject([
      404,
      {
        type: 'invalid_request',
        code: 'HE_04',
        message: 'Dispute does not exist in our records',
      },
    ]);
  });

  it('a dispute is found only by keys of its profile', async () => {
    const shop = await switchWithDisputes();
    const { disputeId } = await shop.disputed();
    const by = (profile: string) =>
      shop.ask('disputes.retrieve', {
        params: { dispute_id: disputeId },
        headers: { 'x-profile-id': profile },
      });
    expect((await by(shop.merchant.profileId)).status).toBe(200);
    const other = await shop.ask('profiles.create', {
      params: { account_id: shop.merchant.id },
      body: { profile_name: 'another' },
    });
    expect(other.status).toBe(200);
    const { status, body } = await by(other.body.profile_id);
    expect([status, body.error.code]).toEqual([404, 'HE_04']);
  });

  it('a payment with two disputes at the processor has two', async () => {
    const shop = await switchWithDisputes();
    const { paymentId, ids } = await shop.disputed(disputedCards.twice, { amount: 10_001 });
    expect(new Set(ids).size).toBe(2);
    const { disputes } = await shop.payment(paymentId);
    const amounts = disputes.map((one: { amount: string }) => one.amount).sort();
    expect(amounts).toEqual(['5000', '5001']);
  });

  it('a dispute of a captured payment has the captured amount', async () => {
    const shop = await switchWithDisputes();
    const paymentId = await shop.pay(disputedCards.disputed, { capture_method: 'manual' });
    await shop.pass(6);
    expect((await shop.payment(paymentId)).disputes).toBeNull();
    const captured = await shop.ask('payments.capture', {
      params: { payment_id: paymentId },
      body: { amount_to_capture: 4_000 },
    });
    expect(captured.body.status).toBe('partially_captured');
    await shop.pass(6);
    expect((await shop.payment(paymentId)).disputes).toMatchObject([{ amount: '4000' }]);
  });
});

describe('evidence', () => {
  it.each([
    ['winning_evidence', 'dispute_won', 'won'],
    ['losing_evidence', 'dispute_lost', 'lost'],
  ])('evidence with %s ends the dispute as %s some seconds later', async (text, status, word) => {
    const shop = await switchWithDisputes();
    const { disputeId } = await shop.disputed();
    const submitted = await shop.submit(disputeId, { uncategorized_text: text });
    expect(submitted.status).toBe(200);
    expect(submitted.body).toMatchObject({
      dispute_status: 'dispute_challenged',
      connector_status: 'under_review',
      is_already_refunded: false,
    });
    await shop.pass(6);
    const { body } = await shop.dispute(disputeId);
    expect(body).toMatchObject({ dispute_status: status, connector_status: word });
  });

  it('evidence without a test outcome leaves the dispute under review until its time is over', async () => {
    const shop = await switchWithDisputes();
    const { disputeId } = await shop.disputed();
    await shop.submit(disputeId, { product_description: 'Shoes' });
    await shop.pass(3_600);
    expect((await shop.dispute(disputeId)).body.dispute_status).toBe('dispute_challenged');
    await shop.pass(7 * 86_400);
    const { body } = await shop.dispute(disputeId, { force_sync: 'true' });
    expect(body.dispute_status).toBe('dispute_lost');
  });

  it('evidence turns an inquiry into a dispute when it states that', async () => {
    const shop = await switchWithDisputes();
    const { disputeId } = await shop.disputed(disputedCards.inquired);
    expect((await shop.dispute(disputeId)).body).toMatchObject({
      dispute_stage: 'pre_dispute',
      dispute_status: 'dispute_opened',
    });
    await shop.submit(disputeId, { uncategorized_text: 'escalate_inquiry_evidence' });
    await shop.pass(6);
    expect((await shop.dispute(disputeId)).body).toMatchObject({
      dispute_stage: 'dispute',
      dispute_status: 'dispute_opened',
    });
  });

  it('evidence gets an inquiry withdrawn when it convinces', async () => {
    const shop = await switchWithDisputes();
    const { disputeId } = await shop.disputed(disputedCards.inquired);
    await shop.submit(disputeId, { uncategorized_text: 'winning_evidence' });
    await shop.pass(6);
    expect((await shop.dispute(disputeId)).body.dispute_status).toBe('dispute_cancelled');
  });

  it('evidence that was never submitted lets an inquiry expire', async () => {
    const shop = await switchWithDisputes();
    const { disputeId } = await shop.disputed(disputedCards.inquired);
    await shop.pass(8 * 86_400);
    const { body } = await shop.dispute(disputeId, { force_sync: 'true' });
    expect(body.dispute_status).toBe('dispute_expired');
  });

  it('evidence is refused when the dispute is over', async () => {
    const shop = await switchWithDisputes();
    const { disputeId } = await shop.disputed();
    await shop.accept(disputeId);
    const { status, body } = await shop.submit(disputeId, { uncategorized_text: 'x' });
    expect([status, body.error]).toMatchObject([
      400,
      { type: 'invalid_request', code: 'HE_03', message: 'Dispute status validation failed' },
    ]);
  });
});

describe('a merchant that accepts a dispute', () => {
  it('a merchant that accepts a dispute has lost it, and cannot accept it once more', async () => {
    const shop = await switchWithDisputes();
    const { disputeId } = await shop.disputed();
    const { status, body } = await shop.accept(disputeId);
    expect([status, body.dispute_status, body.connector_status]).toEqual([
      200,
      'dispute_accepted',
      'accepted',
    ]);
    const again = await shop.accept(disputeId);
    expect([again.status, again.body.error.code]).toEqual([400, 'HE_03']);
  });

  it('a merchant may accept a dispute that is under review', async () => {
    const shop = await switchWithDisputes();
    const { disputeId } = await shop.disputed();
    await shop.submit(disputeId, { product_description: 'Shoes' });
    expect((await shop.accept(disputeId)).body.dispute_status).toBe('dispute_accepted');
  });

  it('accepting and defending a dispute at the same moment does exactly one of the two', async () => {
    const shop = await switchWithDisputes();
    const { disputeId } = await shop.disputed();
    const both = await Promise.all([
      shop.accept(disputeId),
      shop.submit(disputeId, { uncategorized_text: 'winning_evidence' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    await shop.pass(6);
    const { dispute_status } = (await shop.dispute(disputeId, { force_sync: 'true' })).body;
    const [winner] = both.filter(({ status }) => status === 200);
    const accepted = winner?.body.dispute_status === 'dispute_accepted';
    expect(dispute_status).toBe(accepted ? 'dispute_accepted' : 'dispute_won');
  });
});

describe('a processor that does not answer', () => {
  /** A shop whose questions about disputes end so. */
  async function aShopWhere(ends: (send: Send) => Send) {
    const dependencies = switchDependencies();
    const through = dependencies.send;
    const shop = await switchWithDisputes({
      ...dependencies,
      send: (request, options) =>
        request.url.includes('/disputes/')
          ? ends(through)(request, options)
          : through(request, options),
    });
    return shop;
  }
  const lost: (send: Send) => Send = (send) => async (request, options) => {
    await send(request, options);
    return { kind: 'unknown', reason: 'timeout' };
  };

  it('an acceptance without an answer leaves the dispute open until a webhook reports its outcome', async () => {
    const shop = await aShopWhere(lost);
    const { disputeId } = await shop.disputed();
    const { status, body } = await shop.accept(disputeId);
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      'CE_08',
      'Dispute operation failed while processing with connector. Retry operation',
    ]);
    await shop.pass(1);
    expect((await shop.dispute(disputeId)).body.dispute_status).toBe('dispute_accepted');
  });

  it('a question shows the dispute as we know it', async () => {
    const shop = await aShopWhere(() => async () => ({
      kind: 'not_sent',
      reason: 'no connection',
    }));
    const { disputeId } = await shop.disputed();
    const { status, body } = await shop.dispute(disputeId, { force_sync: 'true' });
    expect([status, body.dispute_status]).toEqual([200, 'dispute_opened']);
    expect((await shop.accept(disputeId)).body.error.code).toBe('CE_08');
  });

  it("a processor's refusal about a dispute is returned with its own status and words", async () => {
    const refusal = { error: { code: 'DC_22', message: 'The dispute is over' } };
    const shop = await aShopWhere(() => async () => ({
      kind: 'answered',
      response: { status: 400, headers: {}, body: JSON.stringify(refusal) },
    }));
    const { disputeId } = await shop.disputed();
    const { status, body } = await shop.accept(disputeId);
    expect([status, body.error]).toMatchObject([
      400,
      {
        type: 'connector',
        code: 'CE_00',
        message: 'DC_22: The dispute is over',
        reason: 'The dispute is over',
        connector: 'stripe_test',
      },
    ]);
    expect((await shop.dispute(disputeId)).body.dispute_status).toBe('dispute_opened');
  });

  it('an answer about another dispute is not believed', async () => {
    const shop = await aShopWhere((send) => async (request, options) => {
      const sent = await send(request, options);
      if (sent.kind !== 'answered') return sent;
      const body = JSON.stringify({ ...JSON.parse(sent.response.body), id: 'du_another' });
      return { ...sent, response: { ...sent.response, body } };
    });
    const { disputeId } = await shop.disputed();
    expect((await shop.accept(disputeId)).body.error.code).toBe('CE_08');
  });
});

describe('an ability that a processor lacks', () => {
  it('an operation that a processor cannot do for disputes is not requested', async () => {
    const shop = await switchWithDisputes();
    const { disputeId } = await shop.disputed();
    const item = shop.disputeItems()[0];
    if (!item) throw new Error('There is no dispute.');
    // As if its account were with a processor of another kind.
    const account = shop.port.items().find(({ id }) => id === item.connectorAccountId);
    if (!account) throw new Error('There is no account.');
    await shop.port.update(account, { set: { connectorName: 'klarna' } });
    shop.dependencies.clock.now = new Date(shop.dependencies.clock.now.getTime() + 301_000);
    for (const answer of [await shop.accept(disputeId), await shop.submit(disputeId)]) {
      expect([answer.status, answer.body.error.code]).toEqual([501, 'IR_00']);
    }
    expect((await shop.dispute(disputeId, { force_sync: 'true' })).status).toBe(200);
  });
});
