import {
  type AgentScript,
  missingVariables,
  namesIn,
  reservedVariableWarnings,
  shortenedValues,
} from './placeholders';

const script = (openingLine: string, systemPrompt = '', ...extractionQuestions: string[]): AgentScript => ({
  openingLine,
  systemPrompt,
  extractionQuestions,
  voicemail: { message: null },
});

describe('warnings of a call', () => {
  const agent = script('Hello {{name}}', 'It is {{date}}; {{city}}, {{fee}}', '{{contact_email}} {{नाम}}');

  it('name each placeholder without a value', () =>
    expect(missingVariables(namesIn(agent), { contact: {}, variables: { city: '' } })).toEqual(
      ['name', 'fee', 'contact_email', 'नाम'].map((name) => ({
        field: `variables.${name}`,
        code: 'missing_variable',
        message: expect.stringContaining(`{{${name}}}`),
      })),
    ));

  it('are none when all have a value', () => {
    const call = {
      contact: { email: 'a@b.c' },
      variables: { contact_name: 'Asha', city: 'Pune', fee: 5, नाम: 'x' },
    };
    expect(missingVariables(namesIn(agent), call)).toEqual([]);
  });

  it('are none for what a tool provides, however it is written', () => {
    const names = namesIn(script('{{city}} {{ड\u093cर}} {{fee}}'));
    const call = { contact: {}, variables: {} };
    const provided = ['city', '\u095cर'];
    expect(missingVariables(names, call, provided).map(({ field }) => field)).toEqual(['variables.fee']);
  });

  it('name the placeholders of a voicemail message', () => {
    const withMessage = { ...script('Hello'), voicemail: { message: 'Call {{city}}' } };
    expect(namesIn(withMessage)).toEqual(['city']);
  });

  it('ignore names that every object has', () => {
    expect(missingVariables(namesIn(script('{{constructor}}')), { contact: {}, variables: {} })).toHaveLength(
      1,
    );
    expect(reservedVariableWarnings({})).toEqual([]);
  });

  it('name a placeholder that no variable can have by its first 64 characters', () => {
    const [warning] = missingVariables(['n'.repeat(60_000)], { contact: {}, variables: {} });
    expect(warning?.field).toBe(`variables.${'n'.repeat(64)}`);
    expect(warning?.message.length).toBeLessThan(300);
  });

  const LONG = 'x'.repeat(501);

  it.each([
    [{ contact: {}, variables: { fee: LONG } }, ['fee']],
    [{ contact: {}, variables: { fee: 'x'.repeat(500), city: LONG, नाम: LONG } }, ['city', 'नाम']],
    [{ contact: {}, variables: { unused: LONG, date: LONG } }, []],
    // Named as it was sent, whichever of the two placeholders it fills.
    [{ contact: {}, variables: { contact_name: LONG } }, ['contact_name']],
    [{ contact: {}, variables: { name: 'Asha', contact_name: LONG } }, []],
    [{ contact: { name: 'Asha', email: 'a@b.c' }, variables: { name: LONG, contact_email: LONG } }, []],
    [{ contact: {}, variables: { contact_email: LONG } }, ['contact_email']],
    [{ contact: { email: 'a@b.c' }, variables: { fee: LONG } }, ['fee']],
  ])('name the values of %j that are shortened', (call, shortened) =>
    expect(shortenedValues(namesIn(agent), call)).toEqual(
      shortened.map((name) => ({
        field: `variables.${name}`,
        code: 'value_shortened',
        message: expect.stringContaining('500'),
      })),
    ),
  );

  it('name a variable that does not replace {{date}}', () =>
    expect(reservedVariableWarnings({ date: 'x', city: 'y' })).toEqual([
      { field: 'variables.date', code: 'reserved_variable', message: expect.any(String) },
    ]));
});
