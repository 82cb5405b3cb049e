import { SignatureV4 } from '@smithy/signature-v4';
import * as v from 'valibot';
import { clock } from '../clock.ts';
import { queueTimeoutMs } from '../time-limits.ts';
import { connectionsTo } from './connections.ts';
import { credentialsFrom, endpointFrom, regionFrom } from './environment.ts';
import { Sha256 } from './sha256.ts';
import { userAgent } from './user-agent.ts';

/** A mail to one receiver. The addresses are plain ASCII: see `mailAddress`. */
export interface Mail {
  /** The name of the sender; undefined for the address alone. */
  readonly fromName: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailService {
  /** Sends a mail, in one attempt. Throws where SES did not take it. */
  send(mail: Mail): Promise<void>;
}

const path = '/v2/email/outbound-emails';

/**
 * The call `SendEmail` of Amazon SES, version 2, which uses paths instead of the targets of
 * `awsClient`. An error never quotes the answer of SES, which names addresses.
 *
 * @see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
export function mailService(): MailService {
  const region = regionFrom(process.env);
  const endpoint = endpointFrom(process.env, 'email', region, 'SESV2');
  const connections = connectionsTo(endpoint);
  const credentials = async () => credentialsFrom(process.env);
  const signer = new SignatureV4({ service: 'ses', region, credentials, sha256: Sha256 });
  return {
    async send(mail) {
      const body = JSON.stringify(inSes(mail));
      const request = {
        protocol: endpoint.protocol,
        hostname: endpoint.hostname,
        ...(endpoint.port && { port: Number(endpoint.port) }),
        method: 'POST',
        query: {},
        path,
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          host: endpoint.host,
          'user-agent': userAgent(),
        },
        body,
      };
      const moment = clock.moment();
      const signed = await signer.sign(request, { signingDate: moment.date });
      const { headers } = signed;
      const answer = await connections.post({ path, headers, body }, queueTimeoutMs);
      moment.learn(answer.headers);
      if (answer.statusCode < 300) return;
      const [code = 'no code'] =
        String(answer.headers['x-amzn-errortype'] ?? '').match(/^\w+/) ?? [];
      throw new Error(`SES answered ${answer.statusCode} (${code}).`);
    },
  };
}

const inSes = ({ fromName, from, to, subject, text, html }: Mail) => ({
  FromEmailAddress: fromName === undefined ? from : `${encodedWords(fromName)} <${from}>`,
  Destination: { ToAddresses: [to] },
  Content: {
    Simple: {
      Subject: { Data: onOneLine(subject), Charset: 'UTF-8' },
      Body: {
        Text: { Data: text, Charset: 'UTF-8' },
        Html: { Data: html, Charset: 'UTF-8' },
      },
    },
  },
});

/** A text without line breaks and other control characters, which could end a header. */
const onOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Of the 75 letters of an encoded word, 12 are its frame, and each three bytes are four letters. */
const bytesOfWord = 45;
/** Longer names are cut. */
const mostLetters = 64;

/**
 * A name for a header, as encoded words of RFC 2047, section 2: no letter of it has a meaning in a
 * header.
 */
export function encodedWords(name: string): string {
  const words = [''];
  for (const letter of [...onOneLine(name)].slice(0, mostLetters)) {
    const longer = `${words.at(-1)}${letter}`;
    if (Buffer.byteLength(longer) <= bytesOfWord) words[words.length - 1] = longer;
    else words.push(letter);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** An address that needs no quotes (RFC 5321, section 4.1.2), at a domain with a dot. */
const Address = v.pipe(
  v.string(),
  v.maxLength(254),
  v.regex(
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i,
  ),
);

/**
 * The one address in a text, with its domain in Punycode, as SES takes it; undefined for all other
 * texts: SES takes no letters beyond ASCII before the `@`.
 */
export function mailAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const domain = URL.parse(`http://${text.slice(at + 1)}`);
  const isDomain = domain !== null && domain.pathname === '/' && domain.port === '';
  const address = isDomain ? `${text.slice(0, at)}@${domain.hostname}` : text;
  const parsed = v.safeParse(Address, address);
  return parsed.success ? parsed.output : undefined;
}
