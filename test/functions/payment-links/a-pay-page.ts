import { setImmediate } from 'node:timers/promises';
import { createContext, Script } from 'node:vm';
import * as v from 'valibot';

interface Element {
  value: string;
  textContent: string;
  disabled: boolean;
  readonly dataset: Readonly<Record<string, string>>;
  readonly listeners: Map<string, (event: object) => unknown>;
}

type Card = Readonly<Record<'number' | 'expiry' | 'code', string>>;

/** A request of the page's script to the switch. */
type Post = (url: string, key: string, body: unknown) => Promise<{ status: number; body: unknown }>;

const Sent = v.object({ headers: v.looseObject({ 'api-key': v.string() }), body: v.string() });

/**
 * The payment page in a browser, as far as its script uses one: elements by their identifiers, and
 * requests to the switch. Actions of the customer are awaited.
 */
export function aPayPage(html: string, post: Post) {
  const elements = new Map<string, Element>();
  const element = (id: string): Element => {
    const tag = new RegExp(`<\\w+[^>]* id="${id}"[^>]*>([^<]*)`).exec(html);
    const attributes = [...(tag?.[0] ?? '').matchAll(/ data-([a-z-]+)="([^"]*)"/g)];
    const known = elements.get(id) ?? {
      value: '',
      textContent: tag?.[1] ?? '',
      disabled: false,
      dataset: Object.fromEntries(
        attributes.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
      ),
      listeners: new Map(),
      setAttribute() {},
      getAttribute: () => null,
      focus() {},
      addEventListener(type: string, listener: (event: object) => unknown) {
        const before = known.listeners.get(type);
        known.listeners.set(type, (event) => Promise.all([before?.(event), listener(event)]));
      },
    };
    elements.set(id, known);
    return known;
  };
  const asked: Promise<unknown>[] = [];
  const window = { open: () => null };
  const context = createContext({
    document: {
      getElementById: (id: string) => (html.includes(`id="${id}"`) ? element(id) : null),
      querySelector: () => null,
    },
    window: Object.assign(window, { top: window }),
    location: { assign() {} },
    navigator: { userAgent: 'Test', language: 'en' },
    screen: { colorDepth: 24, height: 800, width: 600 },
    async fetch(url: string, options: unknown) {
      const { headers, body } = v.parse(Sent, options);
      const asking = post(url, headers['api-key'], JSON.parse(body));
      asked.push(asking);
      const answer = await asking;
      return { ok: answer.status < 400, status: answer.status, json: async () => answer.body };
    },
  });
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  new Script(script).runInContext(context);
  const fire = (id: string, type: string) =>
    element(id).listeners.get(type)?.({ preventDefault() {} });
  return {
    textOf: (id: string) => element(id).textContent,
    /** Fills the form as a password manager does: no field is left. */
    fills(card: Card) {
      for (const [id, value] of Object.entries(card)) element(id).value = value;
    },
    /** Fills one field after the other, and waits for the page's answers. */
    async types(card: Card) {
      for (const [id, value] of Object.entries(card)) {
        element(id).value = value;
        await fire(id, 'blur');
      }
      await Promise.all(asked);
      await setImmediate();
    },
    presses: () => fire('payment', 'submit'),
  };
}
