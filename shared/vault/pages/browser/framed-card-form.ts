import type { CardFormAppearance } from './appearance-text.ts';
import { fetches, type Reach, vaultReach } from './vault-reach.ts';

/** The options of a form that concern the page around it. */
export interface FormSurroundings {
  /** The look of the form; that of the customer's device without it. */
  readonly appearance?: CardFormAppearance;
  /** The frame's title for screen readers. */
  readonly title?: string;
  readonly onReady?: () => void;
  /** The form is late, and still loads. `onReady` or `onError` follows. */
  readonly onSlow?: () => void;
  readonly onChange?: (state: FormState) => void;
  /** Called when the customer presses Enter in a field; most pages submit then. */
  readonly onEnter?: () => void;
  /**
   * The session is over, by its age or because it is used: time for `renew` with a new token. The
   * typed card is still there.
   */
  readonly onExpired?: () => void;
  /**
   * There is no form after 20 seconds, or the vault refused it for another reason than `onExpired`.
   * A form that is only late calls `onReady` afterwards.
   */
  readonly onError?: (error: CardFormError) => void;
}

export interface FormState {
  /** Whether no field shows a mistake. */
  readonly valid: boolean;
  /** Whether it could be submitted now. */
  readonly complete: boolean;
  /** `unknown` until it is known. */
  readonly card_type: string;
  /** The brands of the card that the form accepts; the payer chooses `card_type` among several. */
  readonly card_types: readonly string[];
}

/** The card as it was stored: its number masked, its token for the merchant's server. */
export type StoredCard = Readonly<Record<string, string | null>> & { readonly card_token: string };

/**
 * Why there is no token. `code` is one of the vault's, or `not_ready`, `vault_unreachable`, `slow`,
 * `no_connection`, `no_answer` or `destroyed`.
 */
export interface CardFormError extends Error {
  readonly code: string;
  /** The flaws, by field; the form shows them as well. */
  readonly details: Readonly<Record<string, readonly string[]>>;
}

export interface CardForm {
  /**
   * Stores the card. Rejects with a CardFormError; the form can be submitted again after most. After
   * `no_connection` and `no_answer` it still has the typed card, and stores it once at most.
   */
  submit(): Promise<StoredCard>;
  /** Shows the flaws without storing anything. Rejects with a CardFormError, but not for flaws. */
  validate(): Promise<boolean>;
  /**
   * Goes on with another session token. What was typed stays; of a stored card only its name and
   * expiry. A form that is not ready is opened anew.
   */
  renew(sessionToken: string): void;
  /** Opens the form anew with the same session token, which opens five forms at most. */
  reopen(): void;
  destroy(): void;
  readonly frame: HTMLIFrameElement;
}

/** How long the frame may take to answer, in milliseconds. */
const patienceMs = 45_000;

/** How long the form may load before it is slow, and the time between two looks at it, in ms. */
const lookMs = 4_000;
/** How many looks find a form slow before the page gets an error: 20 seconds. */
const looksToError = 5;

/** The page that frames the form. */
export interface FormParent {
  /** Whether a request of the page reaches an address of the vault; by a `fetch` without it. */
  readonly reaches?: (address: string) => Promise<boolean>;
  /** Called before `onError` when the form is given up. */
  readonly advise?: (error: CardFormError) => void;
}

/**
 * Frames the card form in an element. The number is typed, checked and stored in a frame of the
 * vault's origin; the page gets only masked data.
 *
 * @param address the form's, with its session token
 */
export function frameCardForm(
  place: HTMLElement,
  address: URL,
  options: FormSurroundings,
  { reaches = fetches, advise }: FormParent = {},
): CardForm {
  let frame = newFrame(options);
  /** Why the frame shows no form, when it shows none. */
  let over: CardFormError | undefined;
  /** Whether the frame has loaded a page, which may be the browser's own about an error. */
  let hasLoaded = false;
  /** Whether the form was opened again after the vault answered. */
  let isRetried = false;
  /** Whether the vault was away at the last look. */
  let wasAway = false;
  /** Whether a form that is ready was handed another token, and has not answered. */
  let isRenewing = false;
  let lookTimer: ReturnType<typeof setTimeout> | undefined;
  const requests = formRequests(send);

  window.addEventListener('message', receive);
  window.addEventListener('online', retry);
  showFrame();
  expectReady();

  function send(message: unknown) {
    frame.contentWindow?.postMessage(message, address.origin);
  }

  function showFrame() {
    const shown = frame;
    hasLoaded = false;
    isRenewing = false;
    shown.addEventListener('load', () => {
      hasLoaded ||= frame === shown;
    });
    shown.src = address.href;
    place.append(shown);
  }

  /** In the same frame, the browser's way back would lead to a token that is used. */
  function replaceFrame() {
    frame.remove();
    frame = newFrame(options);
    showFrame();
  }

  function openAnew() {
    over = undefined;
    isRetried = false;
    wasAway = false;
    requests.sendLater();
    replaceFrame();
    expectReady();
  }

  /** The network is back: a form that did not load by then may load now. */
  function retry() {
    if (over?.code === 'vault_unreachable' || over?.code === 'slow') openAnew();
    else if (!over && !requests.isReady()) replaceFrame();
  }

  function expectReady(looks = 1) {
    clearTimeout(lookTimer);
    lookTimer = setTimeout(() => void look(looks), lookMs);
  }

  /**
   * Looks at a frame that has sent nothing. No event shows the page that the browser refuses a form
   * whose session token names another origin, or that the vault is away.
   */
  async function look(looks: number) {
    // A frame outside the document loads once the page puts it there.
    if (!frame.isConnected) return expectReady();
    if (isRenewing) return openAnew();
    if (looks === 1) options.onSlow?.();
    const isLast = looks === looksToError;
    if (!isLast) expectReady(looks + 1);
    const silent = frame;
    const reach = await vaultReach(address.origin, reaches);
    if (requests.isReady() || over || frame !== silent) return;
    if (isLast) return giveUp(silenceOf(reach, hasLoaded));
    // The frame may have the browser's own page about an error, which stays once the vault is back.
    // Chromium fires the frame's load event for that page, and Firefox does not.
    const isBack = wasAway || (hasLoaded && !isRetried);
    wasAway = reach === 'unreachable';
    if (wasAway || !isBack) return;
    isRetried = true;
    replaceFrame();
  }

  function giveUp(error: CardFormError) {
    over = error;
    advise?.(error);
    requests.rejectAll(error);
    options.onError?.(error);
  }

  function receive({ source, origin, data }: MessageEvent<unknown>) {
    if (source !== frame.contentWindow || origin !== address.origin) return;
    const type = member(data, 'type');
    if (type === 'ready') ready();
    if (type === 'resize') frame.style.height = heightFrom(data);
    if (type === 'change') options.onChange?.(stateFrom(data));
    if (type === 'enter') options.onEnter?.();
    if (type === 'validate') requests.validation.resolve(member(data, 'valid') === true);
    if (type === 'submit') submitted(data);
  }

  function ready() {
    over = undefined;
    isRenewing = false;
    clearTimeout(lookTimer);
    requests.sendNow();
    options.onReady?.();
  }

  function submitted(data: unknown) {
    const card = member(data, 'card');
    if (isStored(card)) return requests.submission.resolve(card);
    const error = errorFrom(member(data, 'error'));
    const isExpired = error.code === 'session_expired';
    const isOver = isExpired || !requests.isReady();
    if (isOver) {
      over = error;
      clearTimeout(lookTimer);
      requests.rejectAll(error);
    } else requests.submission.reject(error);
    if (isExpired) options.onExpired?.();
    else if (isOver) options.onError?.(error);
  }

  /** Requests that the frame can no longer answer are rejected at once. */
  const unlessOver = <T>(put: () => Promise<T>) => (over ? Promise.reject(over) : put());

  return {
    submit: () => unlessOver(requests.submission.ask),
    validate: () => unlessOver(requests.validation.ask),
    renew(sessionToken) {
      address.searchParams.set('session_token', sessionToken);
      requests.rejectAll(openedAnew());
      if (!requests.isReady()) return openAnew();
      over = undefined;
      requests.sendLater();
      isRenewing = true;
      send({ type: 'renew', session_token: sessionToken });
      expectReady();
    },
    reopen() {
      requests.rejectAll(openedAnew());
      openAnew();
    },
    destroy() {
      window.removeEventListener('message', receive);
      window.removeEventListener('online', retry);
      clearTimeout(lookTimer);
      frame.remove();
      over = formError('destroyed', 'The form was taken away.');
      requests.rejectAll(over);
    },
    get frame() {
      return frame;
    },
  };
}

/** The page's requests of the frame. They wait until the frame is ready. */
function formRequests(send: (word: 'submit' | 'validate') => void) {
  let isReady = false;
  let waiting: ('submit' | 'validate')[] = [];
  const ask = (word: 'submit' | 'validate') => {
    if (isReady) send(word);
    else waiting.push(word);
  };
  const submission = question<StoredCard>(() => ask('submit'));
  const validation = question<boolean>(() => ask('validate'));
  return {
    submission,
    validation,
    isReady: () => isReady,
    /** Sends the requests that wait, and each later one at once. */
    sendNow() {
      isReady = true;
      for (const word of waiting.splice(0)) send(word);
    },
    /** Keeps requests until the next frame is ready. */
    sendLater() {
      isReady = false;
    },
    rejectAll(error: CardFormError) {
      waiting = [];
      submission.reject(error);
      validation.reject(error);
    },
  };
}

/** The frame's height in CSS pixels, within limits. */
const heightFrom = (data: unknown) =>
  `${Math.min(Math.max(Number(member(data, 'height')) || 0, 40), 2_000)}px`;

const stateFrom = (data: unknown): FormState => ({
  valid: member(data, 'valid') === true,
  complete: member(data, 'complete') === true,
  card_type: String(member(data, 'card_type')),
  card_types: listFrom(member(data, 'card_types')),
});

const listFrom = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

/** The error for a frame that has sent nothing for 20 seconds. */
function silenceOf(reach: Reach, hasLoaded: boolean): CardFormError {
  if (reach === 'unreachable') {
    return formError('vault_unreachable', 'The form could not be loaded.');
  }
  return hasLoaded
    ? formError('not_ready', 'The form could not be shown.')
    : formError('slow', 'The form is still loading.');
}

const openedAnew = () => formError('session_expired', 'The form was opened anew.');

/** A frame with the permissions that the form needs. It learns only the parent's origin. */
function newFrame({ title = 'Card details', appearance }: FormSurroundings): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.referrerPolicy = 'origin';
  frame.setAttribute('allow', '');
  frame.title = title;
  frame.style.cssText = 'display:block;width:100%;height:220px;border:0';
  // A browser shows the page through a frame only if both have the same color scheme.
  const theme = appearance?.theme;
  if (theme === 'light' || theme === 'dark') frame.style.colorScheme = theme;
  return frame;
}

/** A question that the frame answers once: callers who ask meanwhile wait for the same answer. */
function question<T>(put: () => void) {
  interface Settled {
    resolve(answer: T): void;
    reject(error: Error): void;
  }
  let promise: Promise<T> | undefined;
  let settled: Settled | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const closed = () => {
    const was = settled;
    clearTimeout(timer);
    promise = undefined;
    settled = undefined;
    return was;
  };
  const reject = (error: Error) => closed()?.reject(error);
  return {
    ask(): Promise<T> {
      if (promise) return promise;
      const asked = new Promise<T>((resolve, reject) => {
        settled = { resolve, reject };
      });
      promise = asked;
      timer = setTimeout(
        () => reject(formError('no_answer', 'The form did not answer.')),
        patienceMs,
      );
      put();
      return asked;
    },
    resolve: (answer: T) => closed()?.resolve(answer),
    reject,
  };
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const isStored = (card: unknown): card is StoredCard =>
  typeof member(card, 'card_token') === 'string';

function errorFrom(error: unknown): CardFormError {
  const [code, title] = [member(error, 'code'), member(error, 'title')];
  const details = member(error, 'details');
  return formError(String(code), String(title), typeof details === 'object' ? details : null);
}

const formError = (code: string, message: string, details: object | null = {}): CardFormError =>
  Object.assign(new Error(message), { name: 'CardFormError', code, details: { ...details } });
