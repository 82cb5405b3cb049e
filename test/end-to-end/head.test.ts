import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { successful } from '../support/switch/merchant.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import { textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch({ merchant: {} });

/** Headers that differ from answer to answer, by their meaning. */
const ofOneAnswer = /^(date|connection|keep-alive|(x-)?request-id|content-security-policy)$/;

async function headAndGet(url: string, coding: string) {
  const asked = { redirect: 'manual', headers: { 'accept-encoding': coding } } as const;
  const [head, get] = [await fetch(url, { ...asked, method: 'HEAD' }), await fetch(url, asked)];
  const shown = ({ status, headers }: Response) => ({
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => !ofOneAnswer.test(name))),
  });
  return { head: shown(head), get: shown(get), content: await head.text() };
}

async function pages(): Promise<Readonly<Record<string, string>>> {
  const { running, merchant } = live;
  const { key } = merchant;
  const create = async (body: object) =>
    successful(
      await running.call('POST', '/payments', {
        key,
        body: { amount: 2_599, currency: 'EUR', ...body },
      }),
    );
  const linked = await create({ payment_link: true });
  const challenged = await create({ confirm: true, ...byCard('4000003800000446') });
  const link = textAt(linked, 'payment_link.link');
  return {
    link,
    unknown: `${link}0`,
    status: link.replace('/payment_link/', '/payment_link/status/'),
    redirect: textAt(challenged, 'next_action.redirect_to_url'),
    health: `${running.url}/health`,
    embed: `${running.vaultUrl}/v1/embed.js`,
    form: `${running.vaultUrl}/api/v1/capture_form?session_token=none`,
  };
}

describe('HEAD', () => {
  it('HEAD of each page answers as GET does, and without content', async () => {
    for (const [name, url] of Object.entries(await pages())) {
      const { head, get, content } = await headAndGet(url, 'identity');
      expect([name, head]).toEqual([name, get]);
      expect([name, content, head.status]).not.toEqual([name, '', 405]);
      expect(content).toBe('');
    }
  });

  it('HEAD of a page answers as GET does for a client that takes gzip', async () => {
    for (const [name, url] of Object.entries(await pages())) {
      const { head, get } = await headAndGet(url, 'gzip');
      // Each answer of a page has random texts of its own, which pack to another length.
      for (const { headers } of [head, get]) if (headers.vary) delete headers['content-length'];
      expect([name, head]).toEqual([name, get]);
    }
  });

  it('HEAD of an operation that needs a key names the methods that exist', async () => {
    const answer = await fetch(`${live.running.url}/payments/pay_1`, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});
