import {
  readSdkAuthorization,
  sdkAuthorization,
} from '#platform/http/callers/sdk-authorization.ts';
import { refusal } from '../../../../support/requests/refusal.ts';

const authorization = {
  profileId: 'pro_1',
  publishableKey: 'pk_snd_1',
  clientSecret: 'pay_1_secret_2',
};

it('an SDK authorization is read as it was written', () => {
  expect(readSdkAuthorization(sdkAuthorization(authorization))).toEqual(authorization);
});

const whole = 'profile_id=pro_1,publishable_key=pk_snd_1,client_secret=pay_1_secret_2';
const inBase64 = (text: string) => Buffer.from(text).toString('base64');

it('the members of an SDK authorization may come in any order', () => {
  const reversed = whole.split(',').reverse().join(',');
  expect(readSdkAuthorization(inBase64(reversed))).toEqual(authorization);
});

it.each([
  ...['', 'Bearer token', inBase64('profile_id=pro_1')],
  // A member that is unknown, named twice or empty.
  inBase64(`${whole},customer_id=cus_1`),
  inBase64(`unknown,${whole}`),
  inBase64(`${whole},client_secret=pay_2_secret_3`),
  inBase64(`${whole},`.replace('pro_1', '')),
])('an SDK authorization %j gets the same answer as every wrong key', (header) => {
  expect(refusal(() => readSdkAuthorization(header))?.slice(0, 2)).toEqual([401, 'IR_01']);
});
