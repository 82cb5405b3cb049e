import { listWindowSeconds } from '../shared/lists/window.ts';
import { travelled } from './support/journey.ts';
import { memoryPort } from './support/memory-table.ts';

const port = memoryPort();
const cost = await travelled(port, (key) => port.get(key));
const listedPort = memoryPort();
const listedTogether = await travelled(listedPort, (key) => listedPort.get(key), {
  listsEveryMs: listWindowSeconds * 1_000,
});

describe('a whole journey, create to refund with three webhooks, a million of them a month', () => {
  it('writes at most so many units for what merchants and processors ask', () => {
    expect(cost.groups.operations.writeUnits).toBeLessThanOrEqual(18);
  });

  it('writes at most so many units for telling the merchant, who is sent three webhooks', () => {
    expect(cost.webhooks).toBe(3);
    expect(cost.groups['events and delivery'].writeUnits).toBeLessThanOrEqual(8);
  });

  it('writes at most so many units for all lists, by the seconds that these wait for', () => {
    expect(listedTogether.groups.lists.writeUnits).toBeLessThanOrEqual(16);
    expect(listedTogether.groups.lists.readUnits).toBeLessThan(1);
  });

  it('writes at most so many units for all lists where each request is listed by itself', () => {
    expect(cost.groups.lists.writeUnits).toBeLessThanOrEqual(22);
  });

  it('reads at most so many units beside the lists', () => {
    const { operations, 'events and delivery': told } = cost.groups;
    expect(operations.readUnits + told.readUnits).toBeLessThanOrEqual(15);
  });
});
