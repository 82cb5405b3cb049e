const pay = document.getElementById('pay');
const outcome = document.getElementById('outcome');

/** Sends a request to this shop's own server. Only that server has keys. */
async function ask(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  if (!response.ok) throw new Error('The shop could not be reached.');
  return response.json();
}

const newSession = async () => (await ask('/session')).session_token;

/** The message to the customer about a payment; for a declined one, the reason. */
function inWords({ status, payment_id, message }, card) {
  const words = {
    succeeded: 'Paid, thank you.',
    processing: 'The result is not known yet. Please do not pay again.',
    failed: `Not paid. ${message ?? 'The card was declined'}.`,
  };
  const withCard = card ? `, card ${card.card_number}` : '';
  return `${words[status] ?? 'Not paid.'} (${status}: ${payment_id}${withCard})`;
}

async function openForm() {
  const form = Turnout.mountCardForm(document.getElementById('card'), {
    sessionToken: await newSession(),
    locale: navigator.language,
    onReady: () => {
      pay.disabled = false;
    },
    onEnter: () => pay.click(),
    // A token is valid for fifteen minutes and one card: a slower customer gets a new token.
    onExpired: renew,
    onError: ({ message }) => {
      outcome.textContent = message;
    },
  });

  async function renew() {
    pay.disabled = true;
    try {
      form.renew(await newSession());
    } catch {
      outcome.textContent += ' To pay again, load this page again.';
    }
  }

  pay.addEventListener('click', async () => {
    pay.disabled = true;
    outcome.textContent = '';
    const card = await form.submit().catch(({ code, message }) => {
      if (code === 'session_expired') {
        // The token is being renewed.
        outcome.textContent = 'Nothing is paid. Please type the card again.';
        return;
      }
      // The form itself shows errors of its fields.
      if (code !== 'validation_error') outcome.textContent = message;
      pay.disabled = false;
    });
    if (!card) return;
    try {
      const payment = await ask('/pay', { card_token: card.card_token });
      if (payment.redirect_to_url) return location.assign(payment.redirect_to_url);
      outcome.textContent = inWords(payment, card);
    } catch {
      // On a repeat, the form returns the same card, and the shop's server the existing payment.
      outcome.textContent =
        'We cannot say whether that is paid. Press again to see: it is paid once.';
      pay.disabled = false;
      return;
    }
    // The next order needs a new token.
    await renew();
  });
}

/** After the redirect return, the URL names the payment, and the shop's server reads its state. */
async function welcomeBack() {
  const payment_id = new URLSearchParams(location.search).get('payment_id');
  if (!payment_id) return;
  history.replaceState(null, '', location.pathname);
  outcome.textContent = inWords(await ask('/outcome', { payment_id }));
}

for (const begin of [openForm, welcomeBack]) {
  begin().catch((error) => {
    outcome.textContent = error.message;
  });
}
