import { aboutNmi } from '#connectors/nmi/about.ts';
import { nmiConnector } from '#connectors/nmi/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';

const { authorize } = nmiConnector();
const account = anAccountAt('nmi');
const fieldsOf = ({ body = '' }: { readonly body?: string }): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body));

/** Active Merchant's nmi_test.rb, `@transaction_options`: tax, shipping and ponumber. */
describe('level 2 at NMI', () => {
  const charged = (order: object) =>
    fieldsOf(
      authorize.request(
        aCharge('nmi', {
          currency: 'USD',
          order: { initiator: { by: 'customer' }, ...order },
        }),
        account,
      ),
    );
  const order = { taxMinor: 525, shippingMinor: 1_051, merchantReference: '1002' };

  it('NMI gets the tax, the shipping and the purchase number where the profile wants it', () => {
    expect(charged({ ...order, levelData: {} })).toMatchObject({
      tax: '5.25',
      shipping: '10.51',
      ponumber: '1002',
    });
    expect(charged(order)).not.toHaveProperty('tax');
    expect(charged(order)).not.toHaveProperty('ponumber');
    expect(aboutNmi.levelData).toBe('level 2');
  });
});
