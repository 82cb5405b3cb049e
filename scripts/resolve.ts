import { parseArgs } from 'node:util';

const help = `Decides a payment or a refund by hand, where its processor will never say what happened.

  npm run resolve -- --merchant ID --payment ID --status STATUS --reason WHY [--url URL]
  npm run resolve -- --merchant ID --refund ID  --status STATUS [--url URL]

STATUS of a payment: charged, failure, voided, authorized (a capture or a void never arrived) or
voided_post_charge. STATUS of a refund: succeeded or failed.
--code and --message say why it failed, as merchants will see it. WHY is kept with the payment and
no merchant sees it. The admin key is read from ADMIN_API_KEY; URL is http://127.0.0.1:3000 unless
said otherwise. Look at the processor's own dashboard first: what you say here is what merchants are told.
`;

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    merchant: { type: 'string' },
    payment: { type: 'string' },
    refund: { type: 'string' },
    status: { type: 'string' },
    reason: { type: 'string' },
    code: { type: 'string' },
    message: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const { merchant, payment, refund, status, reason, code, message } = options;
const key = process.env.ADMIN_API_KEY;

if (options.help || !key || !merchant || !status || !(payment || (refund && !reason))) {
  if (!options.help && !key) process.stderr.write('ADMIN_API_KEY is not set.\n');
  process.stdout.write(help);
  process.exit(options.help ? 0 : 1);
}

const why = { ...(code && { error_code: code }), ...(message && { error_message: message }) };
const [path, body] = payment
  ? [`payments/${payment}`, { attempt_status: status, ...(reason && { reason }), ...why }]
  : [`refunds/${refund}`, { status, ...why }];
const response = await fetch(new URL(`${path}/manual-update`, `${options.url}/`), {
  method: 'PUT',
  headers: { 'api-key': key, 'content-type': 'application/json' },
  body: JSON.stringify({ merchant_id: merchant, ...body }),
});
const answer = `${response.status} ${await response.text()}\n`;
(response.ok ? process.stdout : process.stderr).write(answer);
process.exitCode = response.ok ? 0 : 1;
