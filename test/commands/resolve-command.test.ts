import { turnout } from '../../scripts/turnout/turnout.ts';
import { aServer, type Handler, json, refusal } from '../packages/node/a-server.ts';
import { runCommand } from '../support/runner/run-command.ts';

const environment = { ADMIN_API_KEY: 'the key of the operator' };
const ofRefund = ['resolve', '--merchant', 'shop', '--status', 'failed', '--refund'];
const ofPayment = [
  ...['resolve', '--merchant', 'shop', '--status', 'charged', '--reason', 'seen', '--payment'],
];

const text: Handler = (response) => {
  response.writeHead(200, { 'content-type': 'text/plain' }).end();
};

it.each([
  [[], '200\n'],
  [['--json'], '{"status":200,"answer":""}\n'],
] as const)(
  'a refund that is decided ends the command well, though its answer is empty: %j',
  async (more, printed) => {
    await using server = await aServer(text);
    const args = [...ofRefund, 'ref_1', '--code', 'C1', '--url', `${server.url}/`, ...more];
    const { code, out, error } = await runCommand(turnout, args, { environment });
    expect([code, out, error]).toEqual([0, printed, '']);
    const [sent] = server.received;
    expect([sent?.method, sent?.url]).toEqual(['PUT', '/refunds/ref_1/manual-update']);
    expect(sent?.headers['api-key']).toBe('the key of the operator');
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      ...{ merchant_id: 'shop', status: 'failed', error_code: 'C1' },
    });
  },
);

it('a payment that is decided is printed as the switch answers it', async () => {
  await using server = await aServer(json({ payment_id: 'pay_1' }));
  const args = [...ofPayment, 'pay/1', '--url', server.url];
  const { code, out } = await runCommand(turnout, args, { environment });
  expect([code, out]).toEqual([0, '200 {"payment_id":"pay_1"}\n']);
  expect(server.received[0]?.url).toBe('/payments/pay%2F1/manual-update');
});

it.each([
  ['refund', [...ofRefund, '..']],
  ['payment', [...ofPayment, '.']],
  ['merchant', ['redrive', '--merchant', '..']],
])(
  'a %s that would name another operation is refused before anything is sent',
  async (option, args) => {
    await using server = await aServer(json({}));
    const given = [...args, '--url', server.url];
    const { code, error } = await runCommand(turnout, given, { environment });
    expect(code).toBe(2);
    expect(error).toContain(`--${option} must be an identifier, and is "`);
    expect(server.received).toEqual([]);
  },
);

it('a refusal, an answer of another server and silence end the command with a sentence, once', async () => {
  const end = async (handler: Handler) => {
    await using server = await aServer(handler);
    const args = [...ofPayment, 'pay_1', '--url', server.url];
    const { code, error } = await runCommand(turnout, args, { environment });
    expect(server.received).toHaveLength(1);
    return `${code} ${error.replaceAll(server.url, 'URL').split('\n')[0]}`;
  };
  const error = { code: 'HE_02', message: 'Payment does not exist' };
  expect(await end(refusal(404, error))).toBe(`1 404 ${JSON.stringify({ error })}`);
  expect(await end(text)).toBe('2 The answer is no JSON: status 200, text/plain.');
  expect(await end((response) => response.destroy())).toBe(
    '2 Nothing answers at URL: does the switch run there?',
  );
});
