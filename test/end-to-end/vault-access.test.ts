import * as v from 'valibot';
import { idOf } from '../support/deployment/template-ids.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { successful } from '../support/switch/merchant.ts';
import { adminKey, type Template, textAt } from '../support/switch/switch.ts';

/**
 * An operator deploys the switch with two functions that were not meant for the vault. They are
 * granted everything, and sent to the vault's cards and to the root of its card numbers.
 */
const live = aRunningSwitch({
  start: {
    change(templates) {
      const [accounts, payments, vault] = ['ApiAccounts', 'ApiPayments', 'Vault'].map((stack) => {
        const template = templates.get(stack);
        if (!template) throw new Error(`There is no ${stack}.`);
        return template;
      });
      if (!accounts || !payments || !vault) throw new Error('A stack is missing.');
      const cards = `turnout-laptop-vault-${idOf(vault, /^Cards[0-9A-F]{8}$/)}`;
      const root = variablesOf(payments, 'paymentsconfirm').VAULT_PAN_KEY_ARN;
      if (root === undefined) throw new Error('Nobody of the payments knows the root.');
      variablesOf(accounts, 'accountsretrieve').TABLE_NAME = cards;
      variablesOf(accounts, 'accountscreate').MERCHANT_KEY_ARN = root;
      for (const name of ['accountsretrieve', 'accountscreate']) grantEverything(accounts, name);
    },
  },
});

describe('a function that was granted everything, but not by the vault', () => {
  it("a function with every grant but the vault's reads no card: the table itself refuses it", async () => {
    const asked = await live.running.call('GET', '/accounts/shop_east', { key: adminKey });
    expect(asked.status).toBe(500);
    expect(refusals('accounts.retrieve')).toEqual([
      expect.stringMatching(
        /dynamodb:\w+ on resource: \S+table\/turnout-laptop-vault-Cards\w+ with an explicit deny in a resource-based policy$/,
      ),
    ]);
  });

  it("a function with every grant but the vault's makes no key under a root of the vault: the root refuses it", async () => {
    const body = { merchant_id: 'shop_east' };
    const asked = await live.running.call('POST', '/accounts', { key: adminKey, body });
    expect(asked.status).toBe(500);
    expect(refusals('accounts.create')).toEqual([
      expect.stringMatching(/kms:GenerateDataKey on resource: arn:aws:kms:\S+ because no/),
    ]);
  });
});

it('a vault function does its own work while others lose their access', async () => {
  const { call, vaultUrl } = live.running;
  const path = (rest: string, key: string) => `${vaultUrl}/api/v1/${rest}?api_key=${key}`;
  const made = successful(
    await call('POST', `${vaultUrl}/api/v1/api_keys`, {
      key: adminKey,
      body: { api_key: { merchant_id: 'shop_east' } },
    }),
  );
  const key = textAt(made, 'data.attributes.api_key');
  const card = {
    card_number: '4242424242424242',
    cardholder_name: 'ANA LIMA',
    service_code: '737',
    expiration_month: '08',
    expiration_year: '2035',
  };
  const stored = successful(await call('POST', path('cards', key), { body: { card } }));
  const shown = successful(await call('GET', path(`cards/${textAt(stored, 'data.id')}`, key)));
  expect(textAt(shown, 'data.attributes.card_number')).toBe('424242******4242');
  const refused = live.running.lines.filter(
    ({ source, message }) => source.startsWith('vault') && message.includes('not authorized'),
  );
  expect(refused).toEqual([]);
  // Neither the number nor the caller's key is in any log line.
  const said = live.running.lines.map(({ message }) => message).join('\n');
  expect(said).not.toContain(card.card_number);
  expect(said).not.toContain(key);
});

/** The gate's refusals for this function, each once. */
const refusals = (name: string) => [
  ...new Set(
    live.running.lines
      .filter(
        ({ source, level, message }) =>
          level === 'warn' && source.startsWith(name) && message.includes('is not authorized'),
      )
      .map(({ message }) => message),
  ),
];

const FunctionProperties = v.looseObject({
  Environment: v.looseObject({ Variables: v.record(v.string(), v.unknown()) }),
});

/** The variables of a function, to be changed in place. */
function variablesOf(template: Template, name: string): Record<string, unknown> {
  const found = template.Resources[idOf(template, new RegExp(`^${name}[0-9A-F]{8}$`))];
  if (!found) throw new Error(`There is no ${name}.`);
  const properties = v.parse(FunctionProperties, found.Properties);
  found.Properties = properties;
  return properties.Environment.Variables;
}

function grantEverything(template: Template, name: string) {
  const role = template.Resources[idOf(template, new RegExp(`^${name}Role[0-9A-F]{8}$`))];
  if (!role) throw new Error(`${name} has no role.`);
  const Statement = [{ Effect: 'Allow', Action: '*', Resource: '*' }];
  const PolicyDocument = { Version: '2012-10-17', Statement };
  role.Properties = {
    ...role.Properties,
    Policies: [{ PolicyName: 'Everything', PolicyDocument }],
  };
}
