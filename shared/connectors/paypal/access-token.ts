import * as v from 'valibot';
import { encodeForm } from '#platform/formats/bracketed-form.ts';
import { readJson } from '../formats/json.ts';
import { basic } from '../formats/request.ts';
import type { AccessTokenOutcome } from '../interface/access-token.ts';
import type { Exchange } from '../interface/exchange.ts';
import { paypalKeys } from './requests.ts';

const Token = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

const Refusal = v.object({ error: v.string(), error_description: v.nullish(v.string()) });

export const accessToken: Exchange<Readonly<Record<string, never>>, AccessTokenOutcome> = {
  request(_, account) {
    const { clientId, clientSecret } = paypalKeys(account);
    return {
      method: 'POST',
      url: `${account.urls.api}v1/oauth2/token`,
      headers: {
        authorization: basic(clientId, clientSecret),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: encodeForm({ grant_type: 'client_credentials' }),
    };
  },

  outcome(response) {
    if (response.status === 400 || response.status === 401) {
      const { error: code, error_description: message } = readJson(Refusal, response);
      return { result: 'declined', code, ...(message && { message }) };
    }
    if (response.status !== 200) throw new Error('No access token.');
    const { access_token: accessToken, expires_in: expiresInSeconds } = readJson(Token, response);
    return { result: 'issued', accessToken, expiresInSeconds };
  },
};
