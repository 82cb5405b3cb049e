import { cardNetworkOf } from '#vocabulary/card-networks/card-networks.ts';
import { firstSix, lastFour, maskedIfGiven, maskedNumber } from './card.ts';
import type { GiftCard, NetworkToken, Upi, Voucher, Wallet } from './payment-method-variants.ts';

/** A network token as it may be stored and shown. */
export const maskedNetworkToken = (token: NetworkToken): Record<string, unknown> => ({
  last4: lastFour(token.network_token),
  card_type: token.card_type ?? null,
  card_network: token.card_network ?? cardNetworkOf(token.network_token),
  token_isin: firstSix(token.network_token),
  card_issuer: token.card_issuer ?? null,
  card_issuing_country: token.card_issuing_country ?? null,
  token_exp_month: token.token_exp_month,
  token_exp_year: token.token_exp_year,
  card_holder_name: token.card_holder_name ?? null,
  par: token.par ?? null,
});

/** A wallet as it may be stored and shown; of most wallets nothing. */
export function maskedWallet(wallet: Wallet): Record<string, unknown> {
  const { apple_pay: apple, google_pay: google, samsung_pay: samsung } = wallet;
  if (apple) {
    const { display_name, network, type, card_exp_month, card_exp_year } = apple.payment_method;
    return {
      apple_pay: cardInWallet(display_name, network, {
        type,
        card_exp_month: card_exp_month ?? null,
        card_exp_year: card_exp_year ?? null,
      }),
    };
  }
  if (google) {
    const { card_details, card_network } = google.info;
    return { google_pay: cardInWallet(card_details, card_network, { type: google.type }) };
  }
  if (samsung) {
    const credential = samsung.payment_credential ?? {};
    const digits = credential.card_last4digits ?? credential.payment_last4_fpan;
    const brand = credential.card_brand ?? credential.payment_card_brand;
    return { samsung_pay: cardInWallet(digits, brand, {}) };
  }
  return {};
}

const cardInWallet = (name: unknown, network: unknown, known: Record<string, string | null>) => ({
  last4: (typeof name === 'string' && /\d{4}$/.exec(name)?.[0]) || null,
  card_network: typeof network === 'string' ? network : null,
  type: null,
  card_exp_month: null,
  card_exp_year: null,
  auth_code: null,
  email: null,
  ...known,
});

/** A UPI payment as it may be stored and shown. */
export function maskedUpi(upi: Upi): Record<string, unknown> {
  const { upi_collect: collect } = upi;
  if (!collect) return { ...upi };
  return {
    upi_collect: {
      vpa_id: collect.vpa_id ? maskedVirtualAddress(collect.vpa_id) : null,
      upi_source: collect.upi_source ?? null,
    },
  };
}

/** `name@bank`: only the name is masked. */
function maskedVirtualAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 ? maskedNumber(address) : maskedNumber(address.slice(0, at)) + address.slice(at);
}

/** A voucher, paid at a shop or a bank, as it may be stored and shown. */
export function maskedVoucher(voucher: Voucher): Record<string, unknown> {
  if (typeof voucher === 'string') return { [voucher]: {} };
  const { boleto } = voucher;
  if (!boleto) return { ...voucher };
  return {
    boleto: {
      social_security_number: maskedIfGiven(boleto.social_security_number),
      bank_number: maskedIfGiven(boleto.bank_number),
      document_type: boleto.document_type ?? null,
      fine_percentage: boleto.fine_percentage ?? null,
      fine_quantity_days: boleto.fine_quantity_days ?? null,
      interest_percentage: boleto.interest_percentage ?? null,
      write_off_quantity_days: boleto.write_off_quantity_days ?? null,
      messages: boleto.messages ?? null,
      due_date: boleto.due_date ?? null,
    },
  };
}

/** A gift card as it may be stored and shown. */
export function maskedGiftCard(giftCard: GiftCard): Record<string, unknown> {
  const { givex } = giftCard;
  if (givex) return { givex: { last4: givex.number.length >= 8 ? lastFour(givex.number) : null } };
  const [name = ''] = Object.keys(giftCard);
  return { [name]: {} };
}
