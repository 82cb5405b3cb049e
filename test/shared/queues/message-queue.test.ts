import { asText } from '../../../shared/queues/message-queue.ts';

describe('a message', () => {
  it.each(['Ana 😀', '\ufffe\uffff', '\ud800', 'Łukasz'])('with %j is taken and stays', (name) => {
    const text = asText({ body: JSON.stringify({ name }) });
    expect(text).not.toMatch(/[\ud800-\udfff\ufffe\uffff]/);
    expect(JSON.parse(JSON.parse(text).body)).toEqual({ name });
  });
});
