import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docLink, linkedHeadings } from '#platform/http/hints/doc-link.ts';
import { catalogue } from '#platform/http/response/error-catalogue.ts';
import { vaultErrors } from '#vault/vault-error.ts';
import {
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../../../support/switch/switch-in-memory.ts';
import { vaultInMemory } from '../../../../support/vault/vault-in-memory.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/errors.md'), 'utf8');
const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);

/** Runs work in a deployment whose documentation has this address. */
async function withDocs<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  process.env.DOCS_URL = url;
  try {
    return await work();
  } finally {
    delete process.env.DOCS_URL;
  }
}

const link = (kind: string, status: number, param?: string) =>
  docLink({ kind, status, param }).doc_url;

it('every heading that refusals link is one of the page on errors', () => {
  expect(linkedHeadings.filter((heading) => !headings.includes(heading))).toEqual([]);
});

it('the link of a refusal leads to the heading about its cause', async () => {
  const begin = 'https://docs.shop.example/pay/errors#';
  await withDocs('https://docs.shop.example/pay/', async () => {
    const links = {
      'the-key': link('not_authenticated', 401, 'api-key'),
      'the-path': link('unrecognized_route', 404),
      'the-identifier': link('payment_not_found', 404, 'payment_id'),
      'the-body': link('invalid_body', 400),
      'a-member': link('invalid_body', 400, 'amount'),
      'the-state-of-an-object': link('payment_unexpected_state', 400),
      'the-idempotency-key': link('idempotency_key_reused', 422, 'idempotency-key'),
      'too-many-requests': link('too_many_requests', 429),
      'a-failure-of-the-switch': link('internal_error', 500),
    };
    expect(Object.values(links)).toEqual(Object.keys(links).map((anchor) => `${begin}${anchor}`));
    expect(Object.keys(links)).toHaveLength(linkedHeadings.length);
  });
});

it('every error of the switch and of the vault has a link in a deployment with documentation', async () => {
  await withDocs('https://docs.shop.example', async () => {
    for (const [kind, [status]] of Object.entries({ ...catalogue, ...vaultErrors })) {
      expect(link(kind, status)).toMatch(/^https:\/\/docs\.shop\.example\/errors#[a-z-]+$/);
    }
  });
});

describe('an answer of the API', () => {
  const refused = async () => {
    const container = switchInMemory();
    const { key } = await aMerchant(container);
    const body = aPaymentRequest({ amount: '2599' });
    const [ofSwitch, ofVault] = [
      await container.ask('payments.create', { key, body }),
      await vaultInMemory().ask('vault.list-cards', {}),
    ];
    return [ofSwitch.body.error, ofVault.body.errors];
  };

  it('an answer of the API has no link in a deployment without documentation', async () => {
    for (const error of await refused()) {
      expect(error).toMatchObject({ hint: expect.any(String) });
      expect(error).not.toHaveProperty('doc_url');
    }
  });

  it('an answer of the API has its link beside its hint in a deployment with documentation', async () => {
    const errors = await withDocs('https://docs.shop.example', refused);
    expect(errors).toMatchObject([
      { hint: expect.any(String), doc_url: 'https://docs.shop.example/errors#a-member' },
      { hint: expect.any(String), doc_url: 'https://docs.shop.example/errors#the-key' },
    ]);
  });
});
