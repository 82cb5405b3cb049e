// Loaded late: a request names one processor at most, and many name none.
import { isOwnConnector } from '#vocabulary/connectors.ts';
import { type Asked, type Support, supportBy } from './abilities.ts';
import { abouts } from './built/abouts.ts';
import { canExpress, smallestStep } from './formats/processor-amounts.ts';
import type { About } from './interface/about.ts';

/** The abilities of each connector that has an adapter. */
export function allAbouts(): readonly About[] {
  return abouts;
}

/** The same without the company's own connectors: those that the documents are about. */
export function publishedAbouts(): readonly About[] {
  return abouts.filter(({ name }) => !isOwnConnector(name));
}

/** The abilities of the connector with a `connector_name`; undefined when it has no adapter. */
export function aboutNamed(name: string): About | undefined {
  return byName.get(name);
}

/** Which of the processor's own ids are indexed because its webhooks may have nothing else. */
export function indexedIdsOf(name: string): IndexedIds {
  const { webhookSubjects, webhooks = [] } = aboutNamed(name) ?? {};
  return {
    ...(webhookSubjects === 'connector id' && { isFoundByConnectorId: true }),
    ...(webhooks.includes('mandates') && { isMandateFoundByConnectorId: true }),
  };
}

export interface IndexedIds {
  /** Those of payments, refunds and payouts. */
  readonly isFoundByConnectorId?: boolean;
  readonly isMandateFoundByConnectorId?: boolean;
}

const byName: ReadonlyMap<string, About> = new Map(abouts.map((about) => [about.name, about]));

/**
 * The rule for an amount that the processor cannot express, in words for the merchant; undefined
 * where it can, and where no adapter has the name.
 *
 * @param amountMinor in minor units
 */
export function amountWanted(
  name: string,
  amountMinor: number,
  currency: string,
): string | undefined {
  const { currencies } = aboutNamed(name) ?? {};
  if (!currencies || canExpress(currencies, amountMinor, currency)) return undefined;
  const step = smallestStep(currencies, currency);
  return `a multiple of ${step} minor units, since ${name} can express no other amount of ${currency}`;
}

/** The ability of the connector with a `connector_name` for the demands, else the obstacle. */
export function connectorSupport(name: string, asked: Asked): Support {
  return supportBy(aboutNamed(name), asked);
}
