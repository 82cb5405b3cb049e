import { checkoutScript, payeeScript, statusScript } from 'turnout:checkout';
import { integrityOf } from '#platform/http/response/page-check.ts';
import inventory from '#switch/payment-links/script-inventory.json' with { type: 'json' };
import { collectDeviceScript } from '#switch/payments/redirect/device-page.ts';
import { submitScript, tellOpenerScript } from '#switch/payments/redirect/pages.ts';
import { operations } from '../../../../shared/operations.ts';

const built = {
  'checkout.js': checkoutScript(),
  'status.js': statusScript(),
  'payee.js': payeeScript(),
  'submit-form.js': submitScript,
  'collect-device.js': collectDeviceScript,
  'tell-opener.js': tellOpenerScript,
};

describe("the inventory of the scripts on payers' pages", () => {
  // A change of a script needs a change here: its new hash goes into the inventory in the same
  // commit.
  it("the inventory of the scripts on payers' pages has every script with the hash of its bytes, and a reason for it", () => {
    const hashes = Object.entries(built).map(([file, text]) => [
      file,
      integrityOf(Buffer.from(text)),
    ]);
    expect(inventory.map(({ file, integrity }) => [file, integrity])).toEqual(hashes);
    for (const { purpose, justification } of inventory) {
      expect(purpose).toMatch(/\.$/);
      expect(justification).toMatch(/\.$/);
    }
  });

  it('the inventory of the scripts names exactly the pages of the API that browsers show', () => {
    const named = new Set(inventory.flatMap(({ pages }) => pages));
    const shown = operations.flatMap((one) => ('isPage' in one && one.isPage ? [one.path] : []));
    expect([...named].sort()).toEqual([...new Set<string>(shown)].sort());
  });
});
