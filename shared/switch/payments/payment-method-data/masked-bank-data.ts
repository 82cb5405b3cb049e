import { ownMember } from '#platform/own-member.ts';
import { lastFour, maskedIfGiven, maskedNumber } from './card.ts';
import type { BankDebit, BankRedirect, BankTransfer } from './payment-method-variants.ts';

/** A bank debit as it may be stored and shown. */
export function maskedBankDebit(debit: BankDebit): Record<string, unknown> {
  const { ach_bank_debit: ach, bacs_bank_debit: bacs, becs_bank_debit: becs } = debit;
  const { sepa_bank_debit: sepa, sepa_guarenteed_bank_debit: guaranteed } = debit;
  const { eft_debit_order: eft } = debit;
  return {
    ...(ach && {
      ach: {
        ...account(ach),
        routing_number: maskedNumber(ach.routing_number),
        bank_name: ach.bank_name ?? null,
        bank_type: ach.bank_type ?? null,
        bank_holder_type: ach.bank_holder_type ?? null,
      },
    }),
    ...(bacs && { bacs: { ...account(bacs), sort_code: maskedNumber(bacs.sort_code) } }),
    ...(becs && { becs: { ...account(becs), bsb_number: maskedNumber(becs.bsb_number) } }),
    ...(sepa && { sepa: iban(sepa) }),
    ...(guaranteed && { sepa_guarenteed_debit: iban(guaranteed) }),
    ...(eft && {
      eft_debit_order: {
        ...account(eft),
        branch_code: eft.branch_code ?? null,
        bank_name: eft.bank_name ?? null,
        bank_type: eft.bank_type ?? null,
      },
    }),
  };
}

interface Holder {
  readonly bank_account_holder_name?: string | null | undefined;
}

const account = (debit: Holder & { readonly account_number: string }) => ({
  account_number: maskedNumber(debit.account_number),
  bank_account_holder_name: debit.bank_account_holder_name ?? null,
});

const iban = (debit: Holder & { readonly iban: string }) => ({
  iban: maskedNumber(debit.iban),
  bank_account_holder_name: debit.bank_account_holder_name ?? null,
});

/** A bank redirect as it may be stored and shown. */
export function maskedBankRedirect(redirect: BankRedirect): Record<string, unknown> {
  const { bancontact_card: bancontact, blik, giropay, eps, ideal, przelewy24 } = redirect;
  const bankName = (eps ?? ideal ?? przelewy24)?.bank_name;
  return {
    ...(bancontact && {
      BancontactCard: {
        last4: bancontact.card_number ? lastFour(bancontact.card_number) : null,
        card_exp_month: bancontact.card_exp_month ?? null,
        card_exp_year: bancontact.card_exp_year ?? null,
        card_holder_name: bancontact.card_holder_name ?? null,
      },
    }),
    ...(blik && { Blik: { blik_code: maskedIfGiven(blik.blik_code) } }),
    ...(giropay && {
      Giropay: {
        bic: giropay.bank_account_bic ?? null,
        iban: maskedIfGiven(giropay.bank_account_iban),
        country: giropay.country ?? null,
      },
    }),
    ...(bankName && { bank_name: bankName }),
  };
}

/** A bank transfer as it may be stored and shown. */
export function maskedBankTransfer(transfer: BankTransfer): Record<string, unknown> {
  const { pix, pix_automatico_push: push, local_bank_transfer: local } = transfer;
  if (pix) {
    return {
      pix: {
        pix_key: maskedIfGiven(pix.pix_key),
        cpf: maskedIfGiven(pix.cpf),
        cnpj: maskedIfGiven(pix.cnpj),
        source_bank_account_id: maskedIfGiven(pix.source_bank_account_id),
        destination_bank_account_id: maskedIfGiven(pix.destination_bank_account_id),
        expiry_date: pix.expiry_date ?? null,
      },
    };
  }
  if (push) {
    return {
      pix_automatico_push: {
        account_number: maskedIfGiven(push.account_number),
        branch_code: push.branch_code ?? null,
        bank_identifier: push.bank_identifier ?? null,
      },
    };
  }
  if (local) return { local_bank_transfer: { bank_code: local.bank_code ?? null } };
  const { indonesian_bank_transfer: indonesian } = transfer;
  if (indonesian) {
    return { indonesian_bank_transfer: { bank_name: indonesian.bank_name ?? null } };
  }
  const [name = ''] = Object.keys(transfer);
  return { [ownMember(shownAs, name) ?? name]: {} };
}

/** Responses have shorter names for some kinds of transfer. */
const shownAs: Readonly<Record<string, string>> = {
  ach_bank_transfer: 'ach',
  sepa_bank_transfer: 'sepa',
  bacs_bank_transfer: 'bacs',
  multibanco_bank_transfer: 'multibanco',
  permata_bank_transfer: 'permata',
  bca_bank_transfer: 'bca',
  bni_va_bank_transfer: 'bni_va',
  bri_va_bank_transfer: 'bri_va',
  cimb_va_bank_transfer: 'cimb_va',
  danamon_va_bank_transfer: 'danamon_va',
  mandiri_va_bank_transfer: 'mandiri_va',
};
