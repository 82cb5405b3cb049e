import { hasWebhooks } from '#merchants/connector-accounts/connector-account-changes.ts';

it.each([
  ['neither has webhook details nor a registered address', {}, false],
  ['has webhook details', { connector_webhook_details: { merchant_secret: 'whsec_1' } }, true],
  [
    'has a registered address',
    {
      webhookRegistration: {
        ended: 1,
        registered: { connectorWebhookId: 'we_1', url: 'https://switch.example/webhooks/shop/mca' },
      },
    },
    true,
  ],
  ['was refused the registration', { webhookRegistration: { ended: 1 } }, false],
] as const)('the processor of an account that %s knows our address: %#', (_, secrets, expected) => {
  expect(hasWebhooks({ connector_account_details: { auth_type: 'NoKey' }, ...secrets })).toBe(
    expected,
  );
});
