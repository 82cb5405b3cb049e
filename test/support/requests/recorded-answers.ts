import type { Recorded } from '../../../scripts/documents/recorded.ts';
import { webhookBodies } from '../receivers/webhook-bodies.ts';
import { exampleAnswers } from './example-answers.ts';

/** The answers and webhooks that the descriptions and pages show, of a switch in memory. */
export async function recordedAnswers(): Promise<Recorded> {
  const { answers, fromScenarios } = await exampleAnswers();
  const webhooks = [...(await webhookBodies())];
  return {
    answers,
    fromScenarios: [...fromScenarios],
    webhooks: webhooks.map(([type, [first = '']]) => [type, first]),
  };
}
