import * as v from 'valibot';
import type { Turnout } from '#turnout/node';
import type { AssemblyInside } from '../local/run-assembly.ts';
import { type DemoMerchant, TestOrder } from './demo-merchant.ts';
import { redrive } from './queues-view.ts';

/** The actions of the page's buttons, by path. An undefined answer means "not found". */
export type Actions = Readonly<Record<string, (body: unknown) => Promise<object | undefined>>>;

const Id = v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/));
const ResendBody = v.strictObject({ merchantId: Id, eventId: Id });
const RedriveBody = v.strictObject({ queue: v.pipe(v.string(), v.maxLength(256)) });

/** @param asOperator returns a client of the switch with the key of its operator */
export const consoleActions = (
  demo: DemoMerchant,
  inside: AssemblyInside,
  asOperator: () => Promise<Turnout>,
): Actions => ({
  '/api/pay': (body) => demo.pay(v.parse(TestOrder, body)),
  async '/api/resend'(body) {
    const { merchantId, eventId } = v.parse(ResendBody, body);
    const { is_delivery_successful } = await (await asOperator()).events.retry(merchantId, eventId);
    return { is_delivery_successful };
  },
  async '/api/redrive'(body) {
    const moved = await redrive(inside, v.parse(RedriveBody, body).queue);
    return moved === undefined ? undefined : { moved };
  },
});
