const pay = document.getElementById('pay');
const outcome = document.getElementById('outcome');

/** Asks this shop's own server, which alone has keys. */
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

async function openForm() {
  const form = Turnout.mountCardForm(document.getElementById('card'), {
    sessionToken: await newSession(),
    locale: navigator.language,
    onReady: () => {
      pay.disabled = false;
    },
    onEnter: () => pay.click(),
    // A token is good for fifteen minutes and one card: whoever takes longer gets another.
    onExpired: async () => form.renew(await newSession()),
  });

  pay.addEventListener('click', async () => {
    pay.disabled = true;
    outcome.textContent = '';
    try {
      const card = await form.submit();
      const payment = await ask('/pay', { card_token: card.card_token });
      outcome.textContent = `${payment.status}: ${payment.payment_id}, card ${card.card_number}`;
      // For the next lemons.
      form.renew(await newSession());
    } catch (error) {
      // What is wrong with a field, the form says itself.
      if (error.code !== 'validation_error') outcome.textContent = error.message;
      pay.disabled = false;
    }
  });
}

openForm();
