import * as v from 'valibot';
import { checkExpand, createIntent, intentFields } from './create-intent.ts';
import { noSuch } from './errors.ts';
import { formList, formObject, readForm } from './form-fields.ts';
import { findIntent } from './payment-intents.ts';
import { presentIntent } from './present-intent.ts';
import type { WireHandler } from './wire.ts';
import { ok } from './wire-answer.ts';

const CreateForm = v.strictObject({
  ...intentFields,
  single_use: v.optional(formObject),
  usage: v.optional(v.picklist(['on_session', 'off_session']), 'off_session'),
});

/** A setup intent is stored in the ledger as a verification of 0, which moves no money. */
export const createSetupIntent: WireHandler = async (request, services) => {
  const { usage, ...wanted } = readForm(CreateForm, request.form);
  return createIntent(
    {
      ...wanted,
      object: 'setup_intent',
      amountMinor: 0,
      // A setup intent has no currency, and shows none.
      currency: 'USD',
      manualCapture: false,
      futureUsage: usage,
    },
    request,
    services,
  );
};

const ExpandForm = v.looseObject({ expand: v.optional(formList, []) });

export const retrieveSetupIntent: WireHandler = async (request, services, id) => {
  const { expand } = readForm(ExpandForm, request.form);
  checkExpand(expand, 'latest_attempt');
  const found = await findIntent('setup_intent', id, request, services);
  if (!found) throw noSuch('setupintent', id, 'intent');
  return ok(presentIntent(found, request.now, expand));
};
