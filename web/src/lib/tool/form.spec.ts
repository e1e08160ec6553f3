import {
  formProblems,
  jsonProblem,
  NEW_TOOL,
  newToolOf,
  sampleArguments,
  toolChangesOf,
  toolFieldOf,
  type ToolForm,
  toolFormOf,
} from './form';

const STORED = {
  kind: 'http',
  name: 'order_status',
  description: 'Where an order is',
  enabled: false,
  url: 'https://shop.example/orders',
  headers: [{ name: 'Authorization' }],
  timeout_seconds: 3,
  effect: 'read',
  speech: { waiting: 'One moment.', failed: null },
  in_tests: 'send',
  mock_result: { status: 'shipped' },
  method: 'GET',
  send: 'arguments',
  parameters: { type: 'object' },
  fixed_arguments: { phone: '{{phone_number}}' },
  when: 'before',
  provides: ['order', 'day'],
  offline: { phrases: ['my order', 'order'], say: 'It is {{result.status}}.' },
};

const aForm = (changes: Partial<ToolForm>): ToolForm => ({ ...NEW_TOOL, ...changes });

describe('the form of a tool', () => {
  it('has the stored values as texts, and of headers the names alone', () => {
    expect(toolFormOf(STORED)).toEqual({
      kind: 'http',
      name: 'order_status',
      description: 'Where an order is',
      enabled: false,
      url: 'https://shop.example/orders',
      headers: [{ name: 'Authorization', value: '', isStored: true }],
      timeout_seconds: '3',
      effect: 'read',
      waiting: 'One moment.',
      failed: '',
      in_tests: 'send',
      mock_result: '{\n  "status": "shipped"\n}',
      method: 'GET',
      send: 'arguments',
      parameters: '{\n  "type": "object"\n}',
      fixed_arguments: [{ name: 'phone', text: '{{phone_number}}' }],
      when: 'before',
      provides: 'order\nday',
      has_offline: true,
      phrases: 'my order\norder',
      say: 'It is {{result.status}}.',
      allowed_tools: [],
    });
  });

  it('has the defaults of what a server does not have', () => {
    const { name, enabled, url, headers, timeout_seconds, effect, in_tests } = STORED;
    const speech = { waiting: null, failed: 'It fails.' };
    const common = { name, enabled, url, headers, timeout_seconds, effect, speech, in_tests };
    const server = { ...common, kind: 'mcp', description: null, mock_result: null, allowed_tools: ['find'] };
    expect(toolFormOf(server)).toMatchObject({
      description: '',
      waiting: '',
      failed: 'It fails.',
      mock_result: '',
      method: 'POST',
      send: 'envelope',
      parameters: '',
      fixed_arguments: [],
      when: 'during',
      provides: '',
      has_offline: false,
      phrases: '',
      say: '',
      allowed_tools: ['find'],
    });
    expect(toolFormOf({ ...STORED, offline: null }).has_offline).toBe(false);
  });

  it('sends a new tool without what is empty', () => {
    expect(newToolOf(aForm({ name: ' order_status ', url: ' https://shop.example ' }))).toEqual({
      kind: 'http',
      name: 'order_status',
      enabled: true,
      url: 'https://shop.example',
      headers: [],
      timeout_seconds: 8,
      effect: 'write',
      speech: { waiting: null, failed: null },
      in_tests: 'mock',
      method: 'POST',
      send: 'envelope',
      fixed_arguments: {},
      when: 'during',
      provides: [],
    });
  });

  it('sends of a server the allowed tools, and nothing of a request', () => {
    const sent = newToolOf(aForm({ kind: 'mcp', allowed_tools: ['find'], parameters: '{}' }));
    expect(sent).toMatchObject({ kind: 'mcp', allowed_tools: ['find'] });
    expect(sent).not.toHaveProperty('parameters');
    expect(sent).not.toHaveProperty('method');
  });

  it('sends typed JSON as values, and other text as it is', () => {
    const sent = newToolOf(aForm({ mock_result: '[1]', parameters: '{oops', timeout_seconds: 'soon' }));
    expect(sent).toMatchObject({ mock_result: [1], parameters: '{oops', timeout_seconds: 'soon' });
    expect(newToolOf(aForm({ timeout_seconds: ' 2.5 ' }))).toMatchObject({ timeout_seconds: 2.5 });
    expect(newToolOf(aForm({ timeout_seconds: ' ' }))).toMatchObject({ timeout_seconds: '' });
    const fixed_arguments = [{ name: ' phone ', text: ' x ' }];
    expect(newToolOf(aForm({ fixed_arguments }))).toMatchObject({ fixed_arguments: { phone: ' x ' } });
  });

  it('provides placeholders before the talk alone, and drops offline words that are turned off', () => {
    const form = aForm({ provides: ' order \n\nday', has_offline: true, phrases: 'a\n b ', say: ' c ' });
    expect(newToolOf({ ...form, when: 'before' })).toMatchObject({
      provides: ['order', 'day'],
      offline: { phrases: ['a', 'b'], say: ' c ' },
    });
    expect(newToolOf(form)).toMatchObject({ provides: [] });
    expect(toolChangesOf({ ...form, has_offline: false }, form)).toEqual({ offline: null });
  });
});

describe('the changes of a tool', () => {
  const saved = toolFormOf(STORED);

  it('are none without any', () => expect(toolChangesOf(saved, saved)).toEqual({}));

  it('are the changed fields alone', () =>
    expect(toolChangesOf({ ...saved, waiting: '', description: '', mock_result: ' ' }, saved)).toEqual({
      speech: { waiting: null, failed: null },
      description: null,
      mock_result: null,
    }));

  it('keep a stored value, and send a new or an empty one of a header that is new', () => {
    const headers = [
      { name: ' Authorization ', value: '', isStored: true },
      { name: 'X-Shop', value: '', isStored: false },
      { name: 'X-Key', value: 'new', isStored: true },
    ];
    expect(toolChangesOf({ ...saved, headers }, saved)).toEqual({
      headers: [{ name: 'Authorization' }, { name: 'X-Shop', value: '' }, { name: 'X-Key', value: 'new' }],
    });
  });
});

describe('what of a tool cannot be sent as it is meant', () => {
  it('is text that is no JSON', () => {
    expect(formProblems(aForm({ mock_result: '{', parameters: 'x' }))).toMatchObject([
      { field: 'mock_result', kind: 'json' },
      { field: 'parameters', kind: 'json' },
    ]);
    expect(formProblems(aForm({ mock_result: ' ', parameters: '{}' }))).toEqual([]);
  });

  it('is a fixed argument that is there twice', () => {
    const fixed_arguments = [
      { name: 'id', text: '1' },
      { name: ' id', text: '2' },
    ];
    expect(formProblems(aForm({ fixed_arguments }))).toEqual([
      { field: 'fixed_arguments', kind: 'twice', detail: 'id' },
    ]);
  });

  it('is nothing that a server does not have', () => {
    const fixed_arguments = [
      { name: 'id', text: '1' },
      { name: 'id', text: '2' },
    ];
    expect(formProblems(aForm({ kind: 'mcp', parameters: 'x', fixed_arguments }))).toEqual([]);
  });

  it('has the message of the parser', () => {
    expect(jsonProblem('')).toBeNull();
    expect(jsonProblem('[1]')).toBeNull();
    expect(jsonProblem('[1')).toMatch(/JSON/);
  });
});

test.each([
  ['speech.waiting', 'waiting'],
  ['speech.failed', 'failed'],
  ['offline.phrases[1]', 'phrases'],
  ['offline.say', 'say'],
  ['offline', 'has_offline'],
  ['parameters.properties.id', 'parameters'],
  ['mock_result', 'mock_result'],
  ['fixed_arguments.id', 'fixed_arguments'],
  ['allowed_tools[0]', 'allowed_tools'],
  ['headers[2].value', 'headers.2.value'],
  ['url', 'url'],
])('finds the field of the form for %s', (field, name) => expect(toolFieldOf(field)).toBe(name));

test('begins a trial with the required and the fixed arguments', () => {
  const parameters = {
    properties: {
      id: { type: 'string' },
      count: { type: 'integer' },
      price: { type: 'number' },
      isNew: { type: 'boolean' },
      rows: { type: 'array' },
      where: { type: 'object' },
      size: { enum: ['S', 'M'] },
      note: { type: 'string' },
    },
    required: ['id', 'count', 'price', 'isNew', 'rows', 'where', 'size', 'unknown'],
  };
  expect(sampleArguments({ parameters, fixed_arguments: { phone: '{{phone_number}}' } })).toEqual({
    id: '',
    count: 0,
    price: 0,
    isNew: false,
    rows: [],
    where: {},
    size: 'S',
    unknown: '',
    phone: '',
  });
  expect(sampleArguments({ parameters: null })).toEqual({});
});
