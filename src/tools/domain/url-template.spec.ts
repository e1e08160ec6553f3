import { fillUrl, templateProblem, withQuery } from './url-template';

const KNOWN = new Set(['x', 'y']);
const PLACE = 'may have {name} only as a whole path segment or query value';

describe('the names in the URL of a tool', () => {
  it.each([
    'https://example.com/{x}',
    'https://example.com/orders/{x}/of/{y}?z=1#top',
    'https://example.com?a={x}&b={y}',
    'https://example.com/?a=b&c={x}',
    'https://example.com/a?b=c?d',
  ])('may stand in %s', (url) => expect(templateProblem(url, KNOWN)).toBeUndefined());

  it.each([
    'https://example.com/a{x}',
    'https://example.com/{x}{y}',
    'https://example.com/{{x}}',
    'https://example.com/{x',
    'https://example.com/?{x}=1',
    'https://example.com/?{x}',
    'https://example.com/?a=1{x}',
    'https://example.com/?a=b={x}',
    'https://example.com/?a=b?c={x}',
    'https://example.com/#{x}',
    'https://example.com/?a=1#b={x}',
  ])('may not stand in %s', (url) => expect(templateProblem(url, KNOWN)).toBe(PLACE));

  it('may not stand in the host, and must be known', () => {
    expect(templateProblem('https://{x}.example.com/', KNOWN)).toBe('must have no {name} in its host');
    expect(templateProblem('https://example.com/{z}', KNOWN)).toMatch(/^has \{z\}, which is neither/u);
  });
});

describe('the values in the URL of a tool', () => {
  it.each<[unknown, string]>([
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ["it's (*!)", 'it%27s%20%28%2A%21%29'],
    ['नाम', '%E0%A4%A8%E0%A4%BE%E0%A4%AE'],
    ['\ud800', '%EF%BF%BD'],
    ['...', '...'],
    ['😀'.repeat(200), encodeURIComponent('😀'.repeat(200))],
    [5, '5'],
    [false, 'false'],
    [['a'], '%5B%22a%22%5D'],
  ])('are encoded: %j', (x, text) =>
    expect(fillUrl('https://example.com/{x}?y={x}', { x, z: 1 })).toEqual({
      url: `https://example.com/${text}?y=${text}`,
      used: new Set(['x']),
    }),
  );

  it.each([undefined, null, '', '.', '..', 'x'.repeat(201)])('may not be %j', (x) =>
    expect(fillUrl('https://example.com/{x}', { x })).toEqual({
      name: 'x',
      message: 'must have 1 to 200 characters and not be . or .., for the URL',
    }),
  );

  it.each([
    ['https://example.com/', {}, 'https://example.com/'],
    ['https://example.com/', { a: 'b c', d: [1] }, 'https://example.com/?a=b%20c&d=%5B1%5D'],
    ['https://example.com/?z=1', { a: { b: 2 } }, 'https://example.com/?z=1&a=%7B%22b%22%3A2%7D'],
    ['https://example.com/?', { a: true }, 'https://example.com/?a=true'],
    ['https://example.com/?z=1&#top', { ä: null }, 'https://example.com/?z=1&%C3%A4=#top'],
  ])('follow the query of %s: %j', (url, values, whole) => expect(withQuery(url, values)).toBe(whole));
});
