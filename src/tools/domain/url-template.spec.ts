import { templateProblem } from './url-template';

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
