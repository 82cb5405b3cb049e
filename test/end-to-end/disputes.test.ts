import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, successful } from '../support/switch/merchant.ts';
import { type Answer, type RunningSwitch, textAt } from '../support/switch/switch.ts';
import { aPdf } from '../support/switch/switch-with-disputes.ts';

const live = aRunningSwitch({ merchant: {}, webhooks: {} });

const call: RunningSwitch['call'] = (method, at, given = {}) =>
  live.running.call(method, at, { key: live.merchant.key, ...given });

/** The event of this type about this dispute, once it has come. */
const eventOf = (type: string, disputeId?: string) =>
  eventually(() => {
    const all = live.receiver.received(live.webhookPath).map(({ event }) => Object(event));
    const found = all.find(
      ({ event_type, content }) =>
        event_type === type && (disputeId === undefined || content.object.dispute_id === disputeId),
    );
    if (!found) throw new Error(`No ${type} yet.`);
    return found;
  });

const upload = async (method: 'POST' | 'PUT', at: string, parts: Record<string, string>) => {
  const body = new FormData();
  for (const [name, part] of Object.entries(parts)) body.append(name, part);
  body.append('file', aPdf());
  const { url } = live.running;
  const headers = { 'api-key': live.merchant.key };
  const answer = await fetch(`${url}${at}`, { method, headers, body });
  expect(answer.status).toBe(200);
  return String(Object(await answer.json()).file_id);
};

const status = (answer: Answer) => textAt(answer, 'dispute_status');

describe('a merchant whose customer disputes a payment', () => {
  it('a merchant whose customer disputes a payment gets the webhook, submits evidence with files, and gets the webhook of the win', async () => {
    const paid = successful(await call('POST', '/payments', { body: aSale('4000000000002685') }));
    const payment_id = textAt(paid, 'payment_id');
    const { content } = await eventOf('dispute_opened');
    const { dispute_id } = content.object;
    const shown = successful(await call('GET', `/disputes/${dispute_id}`));
    expect(shown.body).toEqual(content.object);
    expect(shown.body).toMatchObject({ payment_id, amount: '6540', currency: 'USD' });

    await upload('PUT', '/disputes/evidence', { dispute_id, evidence_type: 'receipt' });
    const purpose = 'dispute_evidence';
    const file = await upload('POST', '/files', { dispute_id, purpose });
    const download = await live.running.call('GET', `/files/${file}`, { key: live.merchant.key });
    expect(download.headers.get('content-type')).toBe('application/pdf');
    expect(download.text).toBe(await aPdf().text());

    const defence = { customer_signature: file, uncategorized_text: 'winning_evidence' };
    const submitted = await call('POST', '/disputes/evidence', {
      body: { dispute_id, ...defence },
    });
    expect(status(successful(submitted))).toBe('dispute_challenged');
    const listed = successful(await call('GET', `/disputes/evidence/${dispute_id}`));
    expect(listed.body).toMatchObject([
      { evidence_type: 'customer_signature', file_metadata_response: { available: true } },
      { evidence_type: 'receipt', file_metadata_response: { file_type: 'application/pdf' } },
    ]);
    await eventOf('dispute_challenged', dispute_id);
    await eventOf('dispute_won', dispute_id);
    expect(status(successful(await call('GET', `/disputes/${dispute_id}`)))).toBe('dispute_won');
    await eventually(async () => {
      const won = await call('GET', '/disputes/list', { query: { dispute_status: 'dispute_won' } });
      expect(successful(won).body).toMatchObject([{ dispute_id, is_already_refunded: false }]);
    });
    const { body } = successful(await call('GET', `/payments/${payment_id}`));
    expect(body).toMatchObject({ status: 'succeeded', disputes: [{ dispute_id }] });
  });

  it("a merchant that accepts or loses a dispute can't refund the disputed amount", async () => {
    const paid = successful(await call('POST', '/payments', { body: aSale('4000000404000079') }));
    const payment_id = textAt(paid, 'payment_id');
    const disputes = await eventually(async () => {
      const found = Object(successful(await call('GET', `/payments/${payment_id}`)).body).disputes;
      expect(found).toHaveLength(2);
      return found as readonly { dispute_id: string }[];
    });
    const [accepted, lost] = disputes.map(({ dispute_id }) => dispute_id);
    const answer = successful(await call('POST', `/disputes/accept/${accepted}`));
    expect(status(answer)).toBe('dispute_accepted');
    const body = { dispute_id: lost, uncategorized_text: 'losing_evidence' };
    successful(await call('POST', '/disputes/evidence', { body }));
    await eventOf('dispute_lost', lost);
    const refund = { payment_id, amount: 3_271 };
    const refused = await call('POST', '/refunds', { body: refund });
    expect([refused.status, textAt(refused, 'error.code')]).toEqual([400, 'IR_13']);
  });
});
