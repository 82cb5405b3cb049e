import fc from 'fast-check';
import * as v from 'valibot';
import { exhaustedProfiles } from '#vault/proxy/capture/exhausted-profiles.ts';
import { jsonMessages, jsonSelector } from '#vault/proxy/capture/json-messages.ts';
import { ProfileBody } from '#vault/proxy/capture/profile.ts';
import { maxSteps, stepBudget, TooLong } from '#vault/proxy/capture/step-budget.ts';
import { withinTime } from '#vault/proxy/capture/time-budget.ts';
import { tokenizeResponse } from '#vault/proxy/capture/tokenize-response.ts';
import { xmlMessages, xmlSelector } from '#vault/proxy/capture/xml-messages.ts';

const canBeRead = (type: 'json' | 'xml', selector: string, isAbsolute = true) => {
  try {
    if (type === 'json') jsonSelector(selector, isAbsolute);
    else xmlSelector(selector, isAbsolute);
    return true;
  } catch {
    return false;
  }
};

describe('a selector', () => {
  it.each([
    '//a[count(//b[count(//a)>0])>0]',
    '//a[.//b]',
    '//a[descendant::b]',
    '//a[ancestor::b]',
    '//a[following::b]',
    '//a[preceding-sibling::b]',
    '//a[b[c]]',
    '(//a)[b[c]]',
    '//a[/b]',
    '//a//b//c',
    '/a/following::b/preceding::c/descendant::d',
    '//a[count(b | //c) > 1]',
    '//a[-(count(//c)) < 1]',
    '//a[string-length(string(//c)) < 1]',
  ])(
    'an XML selector is refused where a filter searches, or where it searches too often: %s',
    (selector) => expect(canBeRead('xml', selector)).toBe(false),
  );

  it.each(['(/a)', 'b[//c]', '(//c)[1]', 'count(/a/b)', 'b | /c'])(
    'a relative XML selector never leaves its place: %s',
    (selector) => expect(canBeRead('xml', selector, false)).toBe(false),
  );

  it.each([
    '//*[local-name()="reservation"]',
    '//booking//card',
    '//a[@id and b="x"]/c[2]',
    '/a/b[position() < 3 and not(../@hidden)]',
  ])('an XML selector with a bounded path is accepted: %s', (selector) =>
    expect(canBeRead('xml', selector)).toBe(true),
  );

  it.each([
    '$..[?count($..*)>1]',
    '$..[?count(@..a)>1]',
    '$.a[?@.b[?@.c]]',
    '$.a[?length($.a[*])>1]',
    '$.a[?$.b[0:2]]',
    '$..a..b..c',
    '$..[?!(@..x == 1 || @.y)]',
    '$.a[?value($..x) == 1]',
  ])(
    'a JSON selector is refused where a filter searches, or where it searches too often: %s',
    (selector) => expect(canBeRead('json', selector)).toBe(false),
  );

  it.each([
    '$.reservations[*]',
    '$..booking..card',
    '$.a[?@.kind == "card" && @.b[0]]',
    '$.a[?@.kind == $.wanted]',
    '$.a[?count(@.b[*]) > 1]',
  ])('a JSON selector with a bounded path is accepted: %s', (selector) =>
    expect(canBeRead('json', selector)).toBe(true),
  );
});

const selectors = { cards: 'card', most: 1_000 };
const xml = (text: string, messages: string, most: number) => {
  const budget = stepBudget(most);
  return xmlMessages(Buffer.from(text), { ...selectors, messages, budget }).messages.length;
};
const json = (value: unknown, messages: string, most: number) => {
  const budget = stepBudget(most);
  return jsonMessages(Buffer.from(JSON.stringify(value)), { ...selectors, messages, budget })
    .messages.length;
};

describe('the budget of steps', () => {
  const wide = `<r>${'<a><b/></a>'.repeat(300)}</r>`;
  const members = { r: Array.from({ length: 300 }, () => ({ a: { b: 1 } })) };

  it.each([
    ['a search within a search', '//a[count(//b[count(//a)>0])>0]'],
    ['siblings of siblings', '//a[following-sibling::a/preceding-sibling::a/following-sibling::c]'],
    ['the same ancestors again and again', '//b/ancestor::r//b/ancestor::r//b'],
    ['filters without end', '//a[count(../a[count(../a[count(../a) > 1]) > 1]) > 1]'],
  ])('the budget of steps ends an XPath stored before such were refused: %s', (_, selector) => {
    expect(() => xml(wide, selector, 20_000)).toThrow(TooLong);
  });

  it.each([
    ['a search within a search', '$..[?count($..*)>1]'],
    ['a search within a filter within a filter', '$.r[?$.r[?$.r[?@.none]]]'],
    ['a search of what was searched', '$..*..*..*..*..*..*'],
    ['slices of the root', '$.r[?count($.r[0:300].a.b) > 1]'],
  ])('the budget of steps ends a JSONPath stored before such were refused: %s', (_, selector) => {
    // As it was compiled before there were rules: a stored selector is not refused when it is used.
    expect(() => json(members, selector, 20_000)).toThrow(TooLong);
  });

  it('the budget of steps is spent by every visited node, found or not', () => {
    const spent = (selector: string) => {
      let steps = 0;
      const budget = {
        spend: (more: number) => {
          steps += more;
        },
      };
      xmlMessages(Buffer.from(wide), { ...selectors, messages: selector, budget });
      return steps;
    };
    expect(spent('//none')).toBeGreaterThan(600);
    // Of each of its messages the cards are looked for.
    expect(spent('/r')).toBeLessThan(600);
  });

  it('the budget of steps is enough for a whole answer of ordinary shape', () => {
    const rows = Array.from({ length: 1_000 }, (_, id) => ({
      id,
      card: { pan: '1' },
      more: [1, 2],
    }));
    expect(json({ reservations: rows }, '$.reservations[*]', maxSteps / 50)).toBe(1_000);
    const text = `<r>${'<b id="1"><card pan="1"/><x/><y/></b>'.repeat(1_000)}</r>`;
    expect(xml(text, '//*[local-name()="b"]', maxSteps / 50)).toBe(1_000);
  });
});

describe('any accepted selector', () => {
  const names = fc.constantFrom('a', 'b', '*', 'none');
  const xpaths = fc.letrec((tie) => ({
    path: fc
      .tuple(
        fc.constantFrom('/', '//', './', '', '../'),
        fc.array(tie('step'), { minLength: 1, maxLength: 4 }),
      )
      .map(([start, steps]) => `${start}${steps.join('/')}`),
    step: fc
      .tuple(
        fc.constantFrom('', 'descendant::', 'following::', 'preceding::', 'ancestor::', '@'),
        names,
        fc.option(tie('filter'), { nil: '', freq: 2 }),
      )
      .map((parts) => parts.join('')),
    filter: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('[1]', '[last()]', '[@id]', '[. = "x"]'),
      tie('path').map((path) => `[count(${path}) > 0]`),
      tie('path').map((path) => `[${path} = ${path}]`),
    ),
  })).path;
  const jsonPaths = fc.letrec((tie) => ({
    path: fc
      .array(tie('segment'), { minLength: 1, maxLength: 4 })
      .map((segments) => `$${segments.join('')}`),
    segment: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('.a', '.b', '[*]', '..*', '..a', '[0:9]', '[0]'),
      tie('path').map((path) => `[?${path}]`),
      tie('path').map((path) => `[?count(@${String(path).slice(1)}) > 1]`),
      tie('path').map((path) => `..[?@${String(path).slice(1)} == 1]`),
    ),
  })).path;
  /** Worst where it can be: many beside one another, and many below one another. */
  const deep = (open: string, close: string, times: number) =>
    `${open.repeat(times)}${close.repeat(times)}`;
  const document = `<a>${'<a id="1"><b/><b/></a>'.repeat(60)}${deep('<a>', '</a>', 60)}</a>`;
  const below = (times: number): unknown => (times === 0 ? 1 : { a: below(times - 1), b: [1, 2] });
  const value = { a: Array.from({ length: 60 }, () => ({ a: 1, b: [1, 2] })), b: below(40) };
  const budget = 50_000;

  /** How many steps were made until it ended, one way or another. */
  function stepsOf(select: (spend: (steps: number) => void) => unknown): number {
    let steps = 0;
    const limit = stepBudget(budget);
    const spend = (more: number) => {
      steps += more;
      limit.spend(more);
    };
    try {
      select(spend);
    } catch (error) {
      // Too many messages and values that cannot be compared end it too.
      if (steps > budget && !(error instanceof TooLong)) throw error;
    }
    return steps;
  }

  it('an accepted XML selector ends within its budget of steps on any document', () => {
    const body = Buffer.from(document);
    fc.assert(
      fc.property(xpaths.map(String), (messages) => {
        const steps = stepsOf((spend) => {
          return xmlMessages(body, { ...selectors, messages, budget: { spend } });
        });
        expect(steps).toBeLessThanOrEqual(budget + 1);
      }),
      { numRuns: 300 },
    );
  });

  it('an accepted JSON selector ends within its budget of steps on any document', () => {
    const body = Buffer.from(JSON.stringify(value));
    fc.assert(
      fc.property(jsonPaths.map(String), (messages) => {
        const steps = stepsOf((spend) => {
          return jsonMessages(body, { ...selectors, messages, budget: { spend } });
        });
        // The nodes that one selector finds are counted after it found them: at most all there are.
        expect(steps).toBeLessThanOrEqual(budget + 1_000);
      }),
      { numRuns: 300 },
    );
  });

  it('a selector that passes the rules needs only a few steps for each node', () => {
    const body = Buffer.from(document);
    const nodes = 60 * 4 + 61;
    fc.assert(
      fc.property(xpaths.map(String), (messages) => {
        fc.pre(canBeRead('xml', messages));
        const steps = stepsOf((spend) => {
          return xmlMessages(body, { ...selectors, messages, budget: { spend } });
        });
        // Two searches, each of which may begin at every node, and a filter for their results.
        expect(steps).toBeLessThanOrEqual(Math.min(budget + 1, 20 * nodes * nodes));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the limit of time', () => {
  it('the time limit ends work that counts no steps, and leaves the process unchanged', () => {
    expect(() =>
      withinTime(20, () => {
        for (;;);
      }),
    ).toThrow(TooLong);
    expect(() => withinTime(20, () => /^(a+)+$/.test(`${'a'.repeat(40)}b`))).toThrow(TooLong);
    expect(withinTime(1_000, () => 7)).toBe(7);
  });

  it("the time limit passes on the work's own errors", () => {
    const refuse = () => {
      throw new RangeError('no');
    };
    expect(() => withinTime(1_000, refuse)).toThrow(RangeError);
  });
});

describe('a profile that ran out of its budget', () => {
  const at = (seconds: number) =>
    new Date(Date.parse('2030-01-31T10:00:00.000Z') + seconds * 1_000);

  it('a profile that ran out of its budget is skipped for a minute, and no other is', () => {
    const exhausted = exhaustedProfiles();
    exhausted.ranOut('east', 'p1', at(0));
    expect(exhausted.isPaused('east', 'p1', at(59))).toBe(true);
    expect(exhausted.isPaused('east', 'p2', at(59))).toBe(false);
    expect(exhausted.isPaused('west', 'p1', at(59))).toBe(false);
    expect(exhausted.isPaused('east', 'p1', at(60))).toBe(false);
  });

  it('a profile that ran out of its budget together with two others causes a pause of all profiles of its tenant', () => {
    const exhausted = exhaustedProfiles();
    for (const id of ['p1', 'p2', 'p3']) exhausted.ranOut('east', id, at(0));
    expect(exhausted.isPaused('east', 'p4', at(59))).toBe(true);
    expect(exhausted.isPaused('east', 'p4', at(60))).toBe(false);
  });

  it('a profile that ran out of its budget captures nothing, and erases its findings', () => {
    const profile = v.parse(ProfileBody, {
      type: 'json',
      schema: { message_node: { selector: '$.r[*]' }, card_node: { selector: 'card' } },
      card_token_placement: { type: 'headers' },
      card_node: {
        card_number: { selector: 'pan' },
        expiration_month: { selector: 'mm' },
        expiration_year: { selector: 'yyyy' },
      },
    });
    const card = { pan: '4111111111111111', mm: '08', yyyy: '2031' };
    const body = Buffer.from(JSON.stringify({ r: Array(50).fill({ card }) }));
    expect(() => tokenizeResponse(body, profile, at(0), 8_000, stepBudget(200))).toThrow(TooLong);
    expect(tokenizeResponse(body, profile, at(0))).toMatchObject({});
  });
});
