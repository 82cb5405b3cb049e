import { holdsCardNumber } from '../../card-numbers/card-number-inside.ts';
import { SwitchError } from '../../errors.ts';

/**
 * Refuses a JSON body in one of whose texts a card number stands, because texts are stored, shown,
 * listed and sent on in clear. Names the field and never its value. Not looked at are the members
 * that are called numbers, tokens or keys, whose values are sealed, kept by the vault, or checked
 * by the schema of identifiers. Throws `invalid_body`.
 */
export function checkNoCardNumbers(value: unknown, place: Place = outermost): void {
  if (typeof value === 'string') checkText(value, place);
  // JSON of a merchant's own may have a number as a number.
  if (typeof value === 'number' && place.isFree) checkText(String(value), place);
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) checkNoCardNumbers(one, place);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const path = place.path === '' ? name : `${place.path}.${name}`;
    if (place.isFree && holdsCardNumber(name)) throw refusal(place.path);
    const isFree = place.isFree || freeForm.test(name);
    if (isFree || !ofSecrets.test(name)) {
      checkNoCardNumbers(member, { path, name, parent: place.name, isFree });
    }
  }
}

interface Place {
  /** The names of the members from the outermost object on. */
  readonly path: string;
  readonly name: string;
  readonly parent: string;
  /** Whether the merchant chooses the members here: then their names have no meaning. */
  readonly isFree: boolean;
}

const outermost: Place = { path: '', name: '', parent: '', isFree: false };

const freeForm = /^(?:\w+_)?metadata$/;

/** Objects that hold a processor's or a network's credentials. */
const ofSecrets =
  /^(?:connector_(?:account|webhook|wallets)_details|network_tokenization_credentials|outgoing_webhook_custom_http_headers|headers)$/;

const ofNumbers =
  /(?:^|_)(?:number|account|id|iban|pan|dpan|emv|par|data|token|secret|password|payload|cryptogram)$|_key\d*$|^key\d+$/i;

/** Members of digits that are no card's, and that a merchant may fill with anything. */
const ofArticlesAndTaxes =
  /(?:^|_)(?:code|upc|sku|product_id|assigned_merchant_id|acquirer_merchant_id|document_number|tax_registration_id)$|^bank_code_id$/i;

/** Words beside a payment's card, in which the schema of the card masks numbers. */
const besideCard =
  /^(?:payment_method_data|recurring_details)\..+\.(?:card_holder_name|nick_name|card_issuer|card_type|card_issuing_country(?:_code)?)$/;

const ofPhones = /phone|msisdn/i;

function checkText(text: string, { path, name, parent, isFree }: Place): void {
  const mayBeLong =
    !isFree && (ofPhones.test(name) || ofPhones.test(parent) || ofArticlesAndTaxes.test(name));
  if (!isFree && !mayBeLong && (ofNumbers.test(name) || besideCard.test(path))) return;
  if (holdsCardNumber(text, mayBeLong ? longerThanPhones : longerThanArticles)) {
    throw refusal(path);
  }
}

/** Article numbers have 13 digits (GTIN-13), of which the German begin like Visa's. */
const longerThanArticles = 14;
/**
 * A telephone number has 15 digits at most (E.164), and Germany's and Indonesia's begin like cards.
 * A company's number for taxes has 14 in Brazil, and an article's has 14 where it is a box
 * (GTIN-14).
 */
const longerThanPhones = 16;

const refusal = (path: string) =>
  new SwitchError('invalid_body', {
    detail: `${path && `${path}: `}value looks like a card number, which no text may contain`,
  });
