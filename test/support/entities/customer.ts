import { successful } from '../switch/merchant.ts';
import { type Answer, type RunningSwitch, textAt } from '../switch/switch.ts';

/** The processor's page that the customer of a payment is sent on to by ours. */
export async function processorPage(
  { call }: Pick<RunningSwitch, 'call'>,
  payment: Answer,
): Promise<string> {
  const start = successful(await call('GET', textAt(payment, 'next_action.redirect_to_url')));
  const [, action] =
    /<form id="payment_form" method="get" action="([^"]*)">/.exec(start.text) ?? [];
  if (action === undefined) throw new Error('The start page leads nowhere.');
  return action.replaceAll('&amp;', '&');
}

/** The address that the processor's page leads back to, or the one for customers with more to do. */
export function returnUrlOf(answered: Answer, way: 'response' | 'complete' = 'response'): string {
  const address = answered.headers.get('location') ?? '';
  return address.replace('/redirect/response/', `/redirect/${way}/`);
}
