/**
 * The payment page's script. It checks the card fields, sends one confirm request, and follows the
 * answer. The card is only in that request. When the outcome is unknown, the script does not send
 * the request again: the status page shows the outcome of the payment.
 */
export const payScript = `'use strict';
(() => {
const form = document.getElementById('payment');
const { confirm: address, key, secret, status, failed, another, sending } = form.dataset;
const field = (id) => document.getElementById(id);
const button = field('pay');
const problem = field('problem');
let label = button.textContent;
const framed = window.top !== window;
const go = (url) => { if (!framed || !window.open(url, '_top')) location.assign(url); };

const digits = (text) => text.replace(/[\\p{White_Space}\\p{Cf}-]/gu, '');
const isNumber = (text) => {
  if (!/^\\d{12,19}$/.test(text)) return false;
  let sum = 0;
  for (let place = 0; place < text.length; place += 1) {
    const digit = Number(text[text.length - 1 - place]);
    sum += place % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
};
const expiryOf = (text) => {
  const [, month, year] = /^(\\d{1,2})\\s*\\/?\\s*(\\d{2}|\\d{4})$/.exec(text.trim()) || [];
  if (!month || month < 1 || month > 12) return undefined;
  const whole = year.length === 2 ? '20' + year : year;
  return new Date(whole, month, 1) > new Date() ? { month: month.padStart(2, '0'), year: whole } : undefined;
};
const rules = {
  number: (text) => isNumber(digits(text)),
  expiry: (text) => expiryOf(text) !== undefined,
  code: (text) => /^\\d{3,4}$/.test(text.trim()),
};

const wrongWith = (id) => {
  const input = field(id);
  if (input.value.trim() === '') return form.dataset.missing;
  return rules[id](input.value) ? '' : input.dataset.wrong;
};
const show = (id) => {
  const text = wrongWith(id);
  field(id + '-wrong').textContent = text;
  field(id).setAttribute('aria-invalid', String(text !== ''));
  return text === '';
};
let busy = false;
const ids = Object.keys(rules);
const ready = () => !('whenReady' in form.dataset) || ids.every((id) => wrongWith(id) === '');
const settle = () => { button.disabled = busy || !ready(); button.textContent = busy ? sending : label; };
for (const id of ids) {
  field(id).addEventListener('blur', () => { if (field(id).value !== '') show(id); });
  field(id).addEventListener('input', () => {
    if (field(id).getAttribute('aria-invalid') === 'true') show(id);
    settle();
  });
}

const say = (text) => {
  busy = false;
  settle();
  problem.textContent = text;
  problem.focus();
};

const post = (url, body) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': key },
    credentials: 'omit',
    body: JSON.stringify({ client_secret: secret, ...body }),
  });

/** Shows what the card costs on top, if a program decides about that. */
let pricedFor = '';
let extra = 0;
const totalText = () => {
  const { base, currency, digits: places, locale } = form.dataset;
  // A browser knows other digits for some currencies than those in which the payment is charged.
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  return [money.format(extra), money.format(Number(base) + extra)];
};
const price = async () => {
  const { eligibility, surcharge, pay } = form.dataset;
  const number = digits(field('number').value);
  if (!eligibility || number === pricedFor || !isNumber(number)) return;
  const response = await post(eligibility, {
    payment_method_type: 'card',
    payment_method_data: { card: { card_number: number } },
  });
  if (!response.ok) throw new Error('no price');
  const { surcharge_details: found } = await response.json();
  pricedFor = number;
  extra = found ? found.display_total_surcharge_amount : 0;
  const [added, whole] = totalText();
  field('surcharge').textContent = extra > 0 ? surcharge + ' ' + added : '';
  field('amount').textContent = whole;
  const sum = document.querySelector('#sums dd:last-of-type');
  if (sum) sum.textContent = whole;
  if (pay) label = pay + ' ' + whole;
  settle();
};
field('number').addEventListener('blur', () => { price().catch(() => {}); });

const browser = () => ({
  user_agent: navigator.userAgent,
  accept_header: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  language: navigator.language,
  color_depth: screen.colorDepth,
  screen_height: screen.height,
  screen_width: screen.width,
  time_zone: new Date().getTimezoneOffset(),
  java_enabled: false,
  java_script_enabled: true,
});

/** The customer's consent to saving the card, given by ticking the box. */
const consent = () => {
  const box = field('consent');
  return box && box.checked
    ? {
        customer_acceptance: {
          acceptance_type: 'online',
          accepted_at: new Date().toISOString(),
          online: { ip_address: form.dataset.address, user_agent: navigator.userAgent },
        },
      }
    : {};
};

const sendConfirm = () => {
  const { month, year } = expiryOf(field('expiry').value);
  const name = field('name').value.trim();
  return post(address, {
    payment_method: 'card',
    payment_method_data: {
      card: {
        card_number: digits(field('number').value),
        card_exp_month: month,
        card_exp_year: year,
        card_cvc: digits(field('code').value),
        ...(name !== '' && { card_holder_name: name }),
      },
    },
    ...consent(),
    browser_info: browser(),
  });
};

const handleAnswer = (ok, answer) => {
  if (!ok) {
    const { code, message } = answer.error || {};
    // Paid or being paid in another tab, or expired: the status page shows which.
    const isDecided = ['IR_16', 'IR_08', 'HE_00'].includes(code) || !message;
    return isDecided ? location.assign(status) : say(message);
  }
  const next = answer.next_action || {};
  if (answer.status === 'requires_customer_action') {
    return go(next.redirect_to_url || next.popup_url || status);
  }
  if (answer.status === 'failed' && answer.manual_retry_allowed) {
    return say((answer.unified_message || answer.error_message || failed) + ' ' + another);
  }
  return location.assign(status);
};

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (busy) return;
  problem.textContent = '';
  const wrong = ids.filter((id) => !show(id));
  if (wrong.length > 0) return field(wrong[0]).focus();
  busy = true;
  settle();
  // A customer pays no price that the page has not shown.
  const shownExtra = extra;
  try {
    await price();
  } catch {
    return say(form.dataset.unpriced);
  }
  if (extra > shownExtra) {
    const [added, whole] = totalText();
    return say(form.dataset.surcharge + ' ' + added + '. ' + form.dataset.total + ' ' + whole);
  }
  try {
    const response = await sendConfirm();
    if (response.status >= 500) return location.assign(status);
    handleAnswer(response.ok, await response.json());
  } catch {
    location.assign(status);
  }
});
settle();
})();`;
