import fc from 'fast-check';
import { DomainError } from '../../platform/kernel/domain-error';
import { sameValue } from './same-value';
import {
  type SendRule,
  checkSendRules,
  MAX_RULES,
  MAX_RULES_BYTES,
  MAX_RULES_DEPTH,
  sendRulesProblem,
} from './send-rules';

const targets = {
  bookingPages: new Set(['bpage_1', 'bpage_2']),
  whatsappTemplates: new Set(['welcome']),
  tools: new Set<string>(),
};
const none = {
  bookingPages: new Set<string>(),
  whatsappTemplates: new Set<string>(),
  tools: new Set<string>(),
};

const VALID: readonly SendRule[] = [
  { action_type: 'send_whatsapp', template_name: 'welcome' },
  {
    action_type: 'send_email',
    message_body: 'Hello',
    when: { meeting_requested: true },
    anything: [1, null],
  },
  { action_type: 'book_meeting', booking_page_id: 'bpage_2' },
];

const PAGES = ['bpage_1', 'bpage_2'];
const ACTIONS = ['send_whatsapp', 'send_email', 'book_meeting'];
const INVALID: readonly (readonly [rule: SendRule, key: string, valid: readonly string[]])[] = [
  [{}, 'action_type', ACTIONS],
  [{ action_type: null }, 'action_type', ACTIONS],
  [{ action_type: 'SEND_EMAIL', message_body: 'x' }, 'action_type', ACTIONS],
  [{ action_type: 'constructor' }, 'action_type', ACTIONS],
  [{ action_type: ['send_email'], message_body: 'x' }, 'action_type', ACTIONS],
  [{ action_type: 'send_whatsapp' }, 'template_name', ['welcome']],
  [{ action_type: 'send_whatsapp', template_name: 'Welcome' }, 'template_name', ['welcome']],
  [{ action_type: 'send_whatsapp', template_name: 5 }, 'template_name', ['welcome']],
  [{ action_type: 'send_whatsapp', message_body: 'x' }, 'template_name', ['welcome']],
  [{ action_type: 'send_email' }, 'message_body', []],
  [{ action_type: 'send_email', message_body: '' }, 'message_body', []],
  [{ action_type: 'send_email', message_body: { text: 'x' } }, 'message_body', []],
  [{ action_type: 'book_meeting' }, 'booking_page_id', PAGES],
  [{ action_type: 'book_meeting', booking_page_id: 'bpage_3' }, 'booking_page_id', PAGES],
  [{ action_type: 'book_meeting', booking_page_id: null }, 'booking_page_id', PAGES],
];

function refusal(rules: readonly SendRule[], known = targets): DomainError<'invalid_agent'> {
  try {
    checkSendRules(rules, known);
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('not refused');
}

describe('checkSendRules', () => {
  it('accepts each action with its required fields, and none', () =>
    expect(() => {
      checkSendRules([], none);
      checkSendRules(VALID, targets);
    }).not.toThrow());

  it.each(INVALID)('rejects %j for its %s, naming the index', (rule, key, valid) => {
    for (const index of [0, 2]) {
      const error = refusal([...VALID.slice(0, index), rule, {}]);
      expect(error.code).toBe('invalid_agent');
      expect(error.details).toEqual({ field: `send_rules[${index}].${key}`, valid });
      expect(error.message).toContain(`Send rule ${index}: ${key} `);
      for (const option of valid) expect(error.message).toContain(option);
    }
  });

  it.each([VALID[0]!, VALID[2]!])('offers an account without any a message: %j', (rule) =>
    expect(refusal([rule], none).message).toMatch(/The account has none\.$/),
  );
});

describe('sendRulesProblem', () => {
  const [maxItems, maxBytes, maxDepth] = [MAX_RULES, MAX_RULES_BYTES, MAX_RULES_DEPTH];
  const nested = (levels: number): unknown[] =>
    JSON.parse(`[{"a":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}]`);
  const sized = (bytes: number): SendRule[] => [{ a: 'x'.repeat(bytes - '[{"a":""}]'.length) }];

  it.each([
    ['no rule', []],
    ['as many as allowed', Array.from({ length: maxItems }, () => ({}))],
    ['as large as allowed', sized(maxBytes)],
    ['as deep as allowed', nested(maxDepth)],
  ])('accepts %s', (_, rules) => expect(sendRulesProblem(rules)).toBeUndefined());

  it.each([
    ['one too many', Array.from({ length: maxItems + 1 }, () => ({})), /20 items/],
    ['a byte too much', sized(maxBytes + 1), /32 KiB/],
    ['letters of three bytes', [{ a: 'न'.repeat(maxBytes / 3) }], /32 KiB/],
    ['a level too deep', nested(maxDepth + 1), /100 levels/],
    ['what would end the stack', nested(maxBytes / 2), /100 levels/],
  ])('rejects %s', (_, rules, message) => expect(sendRulesProblem(rules)).toMatch(message));

  it.each([
    ['what is no object', [{}, 'x', {}, []], { '[1]': /a JSON object/, '[3]': /a JSON object/ }],
    ['null as a rule', [null], { '[0]': /a JSON object/ }],
    ['the NUL character', [{}, { when: { text: 'a\0' } }, 5], { '[1].when.text': /NUL/, '[2]': /object/ }],
    [
      'half of a surrogate pair in a key',
      [{ when: [{ '\ud800': 1 }] }],
      { '[0].when[0]': /keys .* surrogate/ },
    ],
    ['a number beyond a double', [{ a: [1, JSON.parse('1e999')] }], { '[0].a[1]': /double/ }],
  ])('rejects %s by its place', (_, rules, messages: Record<string, RegExp>) =>
    expect(sendRulesProblem(rules)).toEqual(
      Object.entries(messages).map(([path, message]) => ({ path, message: expect.stringMatching(message) })),
    ),
  );
});

describe('sameValue', () => {
  it('is true for any value and its copy with the keys in another order', () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).map(([key, item]): [string, unknown] => [key, turned(item)]);
      return Object.fromEntries(entries.reverse());
    };
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(sameValue(value, turned(value))).toBe(true)));
  });

  it.each([
    [1, '1'],
    [null, undefined],
    [null, {}],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: undefined }, { b: undefined }],
    [{}, { a: 1 }],
  ])('is false for %j and %j', (one, other) => {
    expect(sameValue(one, other)).toBe(false);
    expect(sameValue(other, one)).toBe(false);
  });
});
