import * as v from 'valibot';
import type { DecodedForm } from '#platform/formats/bracketed-form.ts';
import { formMetadata, formObject, formText, readForm } from './form-fields.ts';
import { readObject } from './objects.ts';
import { StripeSource, sourceOf } from './payment-sources.ts';
import { seconds, type WireHandler, type WireRequest, type WireServices } from './wire.ts';
import { ok } from './wire-answer.ts';

const StoredToken = v.object({ source: StripeSource });

const CreateForm = v.looseObject({
  card: v.optional(formObject),
  metadata: v.optional(formMetadata),
  /**
   * Apple Pay's encrypted payment data. The sandbox cannot decrypt it and treats it as a card that
   * pays.
   */
  pk_token: v.optional(formText(20_000)),
});

/** Creates a token of a card, or of a wallet's encrypted payment data. */
export const createToken: WireHandler = async (request, { objects }) => {
  const { keyHash, form, now } = request;
  const { card, pk_token: sealed } = readForm(CreateForm, form);
  const data: DecodedForm = { type: 'card', card: sealed ? { token: 'tok_visa' } : nested(card) };
  const source = sourceOf(data, now);
  const id = `tok_${request.idSuffix('tok')}`;
  await objects.putNew(keyHash, id, { source });
  return ok({
    id,
    object: 'token',
    client_ip: null,
    created: seconds(now),
    livemode: false,
    type: 'card',
    used: false,
  });
};

/** The members of a form are a form again. */
const nested = (card: unknown): DecodedForm =>
  v.is(formObject, card) ? (card as DecodedForm) : {};

/**
 * The payment source of a token: a card that Stripe publishes, or the card of a token that this key
 * created. The billing details are those of the request.
 *
 * @throws StripeError 400 for any other token
 */
export async function tokenSource(
  token: string,
  data: DecodedForm,
  { keyHash, now }: Pick<WireRequest, 'keyHash' | 'now'>,
  { objects }: Pick<WireServices, 'objects'>,
): Promise<StripeSource> {
  const found = readObject(StoredToken, await objects.find(keyHash, token));
  if (!found) return sourceOf(data, now);
  const { source } = found;
  const { billing } = sourceOf({ ...data, card: { token: 'tok_visa' } }, now);
  return { ...source, billing };
}
