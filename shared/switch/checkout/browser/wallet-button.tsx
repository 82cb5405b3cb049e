import type { CheckoutData } from '../checkout-data.ts';
import { money } from '../checkout-flow.ts';
import type { OpenWallet, WalletApproval } from './google-pay.ts';

interface WalletButtonProps {
  readonly data: CheckoutData;
  readonly openWallet: OpenWallet;
  readonly isOff: boolean;
  /** Called after the payer approved the payment in the wallet's sheet. */
  readonly onApproved: (approval: WalletApproval) => void;
}

/** The button of Google Pay, in a browser that has it. */
export function WalletButton({ data, openWallet, isOff, onApproved }: WalletButtonProps) {
  const { name = '', surcharge = 0 } = data.googlePay ?? {};
  return (
    <div class="wallets">
      <button type="button" disabled={isOff} onClick={() => approved(openWallet, onApproved)}>
        <bdi>{name}</bdi>
        {surcharge > 0 && ` + ${money(data, surcharge)}`}
      </button>
    </div>
  );
}

async function approved(openWallet: OpenWallet, then: WalletButtonProps['onApproved']) {
  const approval = await openWallet();
  if (approval) then(approval);
}
