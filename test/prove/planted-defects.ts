/** A defect, as one change of one file, and the tests that must detect it. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  /** The text to replace, which occurs exactly once. */
  readonly from: string;
  readonly to: string;
  /** A test file, and the names of its tests. */
  readonly tests: readonly [file: string, named?: string];
}

const crash = 'test/prove/faults/crash.test.ts';
const races = 'test/prove/faults/races.test.ts';
const fallThrough = 'test/functions/payments/fall-through.test.ts';

/** The defects that the tests must notice. */
export const plantedDefects: readonly Mutant[] = [
  {
    name: 'a save has no condition',
    file: 'shared/platform/table/table.ts',
    from: `      if (!put.written && put.existing?.save_id !== save_id) {
        throw new SwitchError('concurrent_update');
      }
      return next;`,
    to: `      if (!put.written && put.existing) {
        await port.put(next, { attribute: 'save_id', is: String(put.existing.save_id) });
      }
      return next;`,
    tests: [races],
  },
  {
    name: 'the processor is asked before the payment is saved',
    file: 'shared/switch/payments/confirm/execute-plan.ts',
    from: '    const processing = await save(startAttempt(payment, confirmation, now));',
    to: `    const early = startAttempt(payment, confirmation, now);
    const { id: reference, amountMinor, connectorName } = early.attempt;
    const source = await sources.open();
    const facts = { reference, amountMinor, connectorName, currency: early.currency };
    await services.connectors(confirm).authorize(confirm.access, { ...facts, captureMethod: 'automatic', source });
    const processing = await save(early);`,
    tests: [crash, 'payments.confirm:'],
  },
  {
    name: "a processor's news is acknowledged though it was not saved",
    file: 'shared/switch/incoming-webhooks/apply-payment.ts',
    from: 'const settled = await payments.settleOrThrow(payment, apply);',
    to: 'const settled = await payments.settle(payment, apply);',
    tests: [crash, 'incoming-webhooks.receive about a payment'],
  },
  {
    name: 'an unknown outcome goes on to the next processor',
    file: 'shared/switch/payments/confirm/took-nothing.ts',
    from: "  outcome.result === 'not_sent' ||",
    to: "  outcome.result === 'not_sent' || outcome.result === 'unknown' ||",
    tests: [fallThrough, 'while the first'],
  },
  {
    name: 'an attempt that ended is forgotten when the next one begins',
    file: 'shared/switch/payments/confirm/fail-over.ts',
    from: '    await payments.keepEarlier(payment, { attempts: [ended.attempt] });',
    to: '',
    tests: [fallThrough, 'is authorized by the second'],
  },
  {
    name: 'the next processor is asked though somebody has changed the payment',
    file: 'shared/switch/payments/confirm/fail-over.ts',
    from: `    reportFailoverStop(error, failoverOf(payment, account));
    return undefined;`,
    to: `    reportFailoverStop(error, failoverOf(payment, account));
    const current = await payments.get(payment.merchantId, payment.id);
    const access = await openConnectorAccess(account, context.configuration, secrets);
    return { payment: current, access, source: context.source, others, retries };`,
    tests: ['test/functions/payments/fall-through-races.test.ts'],
  },
  {
    name: 'any request under a used key is answered like the first',
    file: 'shared/platform/table/put-idempotently.ts',
    from: 'there.requestFingerprint === asked',
    to: 'asked.length > 0',
    tests: ['test/functions/idempotent-creates.test.ts', 'refuses another request'],
  },
  {
    name: 'a name is written down without its key',
    file: 'shared/platform/http/operation/idempotent-create.ts',
    from: 'if (!idempotentRequest || !isNamed) return undefined;',
    to: 'if (!idempotentRequest || isNamed) return undefined;',
    tests: ['test/functions/idempotent-creates.test.ts', 'makes one item under one key'],
  },
  {
    name: 'a refund reserves nothing',
    file: 'shared/switch/refunds/refund-store.ts',
    from: 'add: { refundableMinor: -refund.amountMinor, refundCount: 1, version: 1 }',
    to: 'add: { refundCount: 1, version: 1 }',
    tests: [races, 'refunds'],
  },
  {
    name: 'what a refund reserved is given back twice',
    file: 'shared/switch/refunds/refund-store.ts',
    from: "const fails = next.status === 'failed' && current.status !== 'failed';",
    to: "const fails = next.status === 'failed';\n          if (fails) await table.change(paymentKey(next.merchantId, next.paymentId), { add: { refundableMinor: next.amountMinor, version: 1 } });",
    tests: [crash, 'refunds.create, connector says no:'],
  },
  {
    name: 'a failed refund keeps what it reserved',
    file: 'shared/switch/refunds/refund-store.ts',
    from: 'add: { refundableMinor: refund.amountMinor, version: 1 },',
    to: 'add: { version: 1 },',
    tests: [crash, 'refunds.create, failing later'],
  },
  {
    name: 'what is unknown is called failed',
    file: 'shared/switch/payments/lifecycle/apply-outcome.ts',
    from: `      return { attemptStatus: 'pending', ...(error && { error }) };
    }
    case 'declined':`,
    to: `      return { event: 'declined', attemptStatus: 'failure', ...(error && { error }) };
    }
    case 'declined':`,
    tests: [crash, 'payments.confirm:'],
  },
  {
    name: 'a declined payment is tried again over whatever was saved meanwhile',
    file: 'shared/switch/payments/confirm/save-next-attempt.ts',
    from: 'if (!isDeepStrictEqual(withoutSyncs(latest), withoutSyncs(declined))) throw error;',
    to: '',
    tests: ['test/functions/payments/fall-through-races.test.ts', 'goes to no second processor'],
  },
  {
    name: 'a share is drawn anew each time',
    file: 'shared/switch/routing/draw.ts',
    from: 'return digest.readUIntBE(0, 6) / 2 ** 48;',
    to: 'return (digest.readUIntBE(0, 6) / 2 ** 48 + Math.random()) % 1;',
    tests: [
      'test/functions/routing/routed-payments.test.ts',
      'decides the same for the same payment',
    ],
  },
  {
    name: 'an outcome that the stream tells of twice counts twice',
    file: 'shared/switch/routing/dynamic/count-outcomes.ts',
    from: 'if (isSeen(scores.seen, hash)) return scores;',
    to: '',
    tests: ['test/shared/switch/routing/dynamic/scores.test.ts', 'count an attempt once'],
  },
  {
    name: 'what a processor has not heard of yet is called failed at once',
    file: 'shared/switch/payments/pending-sync.ts',
    from: 'const arrivalMs = 60_000;',
    to: 'const arrivalMs = 0;',
    tests: [races, 'while it is being asked'],
  },
  {
    name: 'what waits is not put on the due index',
    file: 'shared/switch/payments/payment-store.ts',
    from: '? new Date(pendingSync.nextAt)',
    to: '? attachedSecretExpiresAt(payment)',
    tests: [crash, 'payments.confirm:'],
  },
  {
    name: 'a repeat of our own save is taken for another writer',
    file: 'shared/platform/table/table.ts',
    from: 'return put.written || put.existing?.save_id === save_id ? undefined : put.existing;',
    to: 'return put.written ? undefined : put.existing;',
    tests: [crash, 'payments.create, new customer:'],
  },
  {
    name: 'an event that was kept is never sent again',
    file: 'shared/webhooks/events/event-store.ts',
    from: 'return (await table.get(deliveryKey(place))) ? undefined : v.parse(StoredEvent, existing);',
    to: 'return undefined;',
    tests: [crash, 'queues.publish-events'],
  },
  {
    name: 'events are made of what was only about to happen',
    file: 'shared/switch/payments/lifecycle/attempts.ts',
    from: `    pendingSync: scheduleFirstSync(now),
    modifiedAt: now.toISOString(),
  };
}

/**
 * The payment as it is saved before the next`,
    to: `    pendingSync: scheduleFirstSync(now),
    modifiedAt: now.toISOString(),
    transitions: [
      ...payment.transitions,
      { type: 'payment_succeeded', status: 'succeeded', at: now.toISOString(), version: payment.version + 1 },
    ],
  };
}

/**
 * The payment as it is saved before the next`,
    tests: [crash, 'payments.confirm, declined'],
  },
  {
    name: 'a webhook counts as delivered whatever was answered',
    file: 'shared/webhooks/delivery/send-webhook.ts',
    from: 'delivered: status >= 200 && status < 300,',
    to: 'delivered: true,',
    tests: [crash, 'queues.deliver-webhook'],
  },
  {
    name: 'payments are found without saying whose they are',
    file: 'shared/switch/payments/payment-store.ts',
    from: 'export const paymentPartition = (merchantId: string, id: string) =>',
    to: "export const paymentPartition = (_: string, id: string, merchantId = 'anybody') =>",
    tests: [crash, 'payments.create, new customer:'],
  },
  {
    name: 'a transaction that was refused is taken for made',
    file: 'shared/platform/table/table.ts',
    from: 'return isOurs ? [] : result.refused;',
    to: 'return isOurs || result.refused ? [] : result.refused;',
    tests: [races, 'hundred refunds'],
  },
  {
    name: 'bad news of a processor is believed unasked',
    file: 'shared/switch/payments/lifecycle/apply-outcome.ts',
    from: '(isUnconfirmed(payment, outcome, isDecisive) || mayBeCompleted(payment, outcome))',
    to: 'mayBeCompleted(payment, outcome)',
    tests: [
      'test/functions/incoming-webhooks/receive.test.ts',
      'makes the switch sync with the processor at once',
    ],
  },
  {
    name: 'an event has another id each time that it is made',
    file: 'shared/webhooks/events/event-id.ts',
    from: "createHash('sha256').update(of).digest('hex')",
    to: "createHash('sha256').update(of + Math.random()).digest('hex')",
    tests: [crash, 'queues.publish-events'],
  },
  {
    name: 'the log holds what was asked for',
    file: 'shared/platform/log.ts',
    from: '(_, known: string | undefined) => known ?? ',
    to: '(all, known: string | undefined) => known ?? all ?? ',
    tests: ['test/shared/platform/log.test.ts'],
  },
  {
    name: 'what one payment was told opens for every payment',
    file: 'shared/switch/payments/payment-source/attached-method.ts',
    from: 'const placeOf = ({ merchantId, id }: PaymentKey) =>',
    to: 'const placeOf = ({ merchantId }: PaymentKey, id = 1) =>',
    tests: ['test/functions/payments/other-methods-attached.test.ts', 'was replaced in the table'],
  },
  {
    name: 'a retry pays the surcharge of the card before',
    file: 'shared/switch/payments/confirm/stated-choices.ts',
    from: '  if (!decidedFields) return payment;',
    to: '  if (!decidedFields || decidedFields) return payment;',
    tests: ['test/functions/payments/decided-by-programs.test.ts', 'tried again'],
  },
  {
    name: 'a step of a blocklist job takes the job from another step',
    file: 'shared/switch/blocklist/blocklist-job.ts',
    from: 'dueAt !== undefined && Date.parse(dueAt) <= now.getTime()',
    to: 'dueAt !== undefined || Date.parse(dueAt ?? "") <= now.getTime()',
    tests: ['test/functions/blocklist/batches.test.ts', 'dies in the middle'],
  },
  {
    name: 'a customer states a lower surcharge than the program',
    file: 'shared/switch/payments/confirm/stated-choices.ts',
    from: '    ...(!isDecided && { surcharge_details: surcharge }),',
    to: '    ...(surcharge && { surcharge_details: surcharge }),',
    tests: ['test/functions/payments/decided-by-programs.test.ts', 'states none of it'],
  },
  {
    name: 'a proof of an authentication pays twice',
    file: 'shared/switch/payments/authentication/proof-store.ts',
    from: 'if (paymentId === undefined || paymentId === own) return;',
    to: 'if (paymentId === undefined || own !== "") return;',
    tests: ['test/functions/authentications/authentications.test.ts', 'with a used proof'],
  },
  {
    name: 'a page gets the cryptogram of an authentication',
    file: 'shared/switch/authentications/present-authentication.ts',
    from: '(isMerchant && proof?.cryptogram) || null',
    to: 'proof?.cryptogram ?? null',
    tests: ['test/functions/authentications/authentications.test.ts', 'no proof of it'],
  },
];
