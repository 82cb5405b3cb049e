import type { CheckoutData } from '../checkout-data.ts';
import type { CheckoutPorts } from '../checkout-flow.ts';

const headersOf = ({ key }: CheckoutData) => ({
  'content-type': 'application/json',
  'api-key': key,
});

/** The switch and the browser, as the page's script finds them. */
export const browserPorts = (data: CheckoutData): CheckoutPorts => ({
  async post(path, body) {
    const response = await fetch(path, {
      method: 'POST',
      headers: headersOf(data),
      credentials: 'omit',
      body: JSON.stringify({ client_secret: data.secret, ...body }),
    });
    return { status: response.status, body: await response.json() };
  },
  browser: () => ({
    user_agent: navigator.userAgent,
    accept_header: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    language: navigator.language,
    color_depth: screen.colorDepth,
    screen_height: screen.height,
    screen_width: screen.width,
    time_zone: new Date().getTimezoneOffset(),
    java_enabled: false,
    java_script_enabled: true,
  }),
  userAgent: navigator.userAgent,
  now: () => new Date(),
});

/** The JSON of an answer. Rejects without one. */
export async function load(data: CheckoutData, path: string): Promise<unknown> {
  const query = new URLSearchParams({ client_secret: data.secret });
  const response = await fetch(`${path}?${query}`, {
    headers: { 'api-key': data.key },
    credentials: 'omit',
  });
  if (!response.ok) throw new Error('No answer.');
  return response.json();
}
