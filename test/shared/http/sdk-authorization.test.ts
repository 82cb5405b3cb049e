import { readSdkAuthorization, sdkAuthorization } from '../../../shared/http/sdk-authorization.ts';
import { refusal } from '../../support/refusal.ts';

const authorization = {
  profileId: 'pro_1',
  publishableKey: 'pk_snd_1',
  clientSecret: 'pay_1_secret_2',
};

it('is read as it was written', () => {
  expect(readSdkAuthorization(sdkAuthorization(authorization))).toEqual(authorization);
});

it.each(['', 'Bearer token', Buffer.from('profile_id=pro_1').toString('base64')])(
  'says of %j what it says of every wrong key',
  (header) => {
    expect(refusal(() => readSdkAuthorization(header))?.slice(0, 2)).toEqual([401, 'IR_01']);
  },
);
