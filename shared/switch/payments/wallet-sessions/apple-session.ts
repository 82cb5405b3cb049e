import * as v from 'valibot';
import type { Send } from '#platform/http/egress/egress.ts';
import { log } from '#platform/log.ts';
import { JsonObject } from '#platform/schema.ts';

/** The server that opens sessions of Apple Pay on the web, for the owner of a merchant identity. */
const appleSessionUrl = 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession';

/** A page waits for it, in milliseconds. */
const timeoutMs = 5_000;
/** Apple's answer has some 5,000 characters. */
const maxResponseBytes = 50_000;

/** Base64 of a text in PEM, as Hyperswitch takes it, or the text itself. */
const Pem = v.pipe(
  v.string(),
  v.transform((text) =>
    text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString('utf8'),
  ),
  v.includes('-----BEGIN'),
);

/** A host name, as Apple knows it of the merchant. */
const Domain = v.pipe(v.string(), v.regex(/^[a-z0-9.-]{1,253}$/i));

/**
 * The merchant's identity at Apple, in the words of Hyperswitch's connector metadata: the
 * certificate and its private key, and the domain that Apple has verified.
 */
export const AppleIdentity = v.object({
  merchant_identifier: v.string(),
  display_name: v.string(),
  certificate: Pem,
  certificate_keys: Pem,
  initiative: v.nullish(v.string(), 'web'),
  initiative_context: v.nullish(Domain),
});
export type AppleIdentity = v.InferOutput<typeof AppleIdentity>;

/**
 * Opens a session of Apple Pay for the page at this domain; without one, for the domain of the
 * identity. Returns Apple's answer with its members in the words of our API; null when Apple opens
 * none, for which the log has the reason.
 *
 * @see https://developer.apple.com/documentation/applepayontheweb/requesting-an-apple-pay-payment-session
 */
export type OpenAppleSession = (
  identity: AppleIdentity,
  domain: string | undefined,
) => Promise<AppleSession | null>;
export type AppleSession = v.InferOutput<typeof JsonObject>;

export const appleSessions =
  (send: Send): OpenAppleSession =>
  async (identity, stated) => {
    const initiativeContext = v.is(Domain, stated) ? stated : identity.initiative_context;
    if (!initiativeContext) return null;
    const { merchant_identifier, display_name, initiative, certificate, certificate_keys } =
      identity;
    const body = JSON.stringify({
      merchantIdentifier: merchant_identifier,
      displayName: display_name,
      initiative,
      initiativeContext,
    });
    const sent = await send(
      {
        method: 'POST',
        url: appleSessionUrl,
        headers: { 'content-type': 'application/json' },
        body,
      },
      {
        timeoutMs,
        allow: 'public',
        maxResponseBytes,
        identity: { certificate, key: certificate_keys },
      },
    );
    const session = sent.kind === 'answered' && sent.response.status === 200;
    const read = session ? v.safeParse(Answer, sent.response.body) : undefined;
    if (read?.success) return inOurWords(read.output);
    const reason = sent.kind === 'answered' ? sent.response.status : sent.reason;
    log.error('no session of Apple Pay', undefined, { reason, merchant_identifier });
    return null;
  };

const Answer = v.pipe(v.string(), v.parseJson(), JsonObject);

/** `merchantSessionIdentifier` becomes `merchant_session_identifier`, which pages turn back. */
const inOurWords = (answer: AppleSession): AppleSession =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
