import { listingChanges, listingOf, usableFunction } from './mcp-listing';
import type { ToolSettings } from './tool';

const offered = (name: string, description = name) => ({
  name,
  description,
  inputSchema: { type: 'object' },
});
const listed = (...descriptions: string[]) =>
  listingOf('clinic', [...descriptions.map((text) => offered('book', text)), offered('cancel')]);

describe('a tool that a server lists twice', () => {
  it('has a problem the second time, and is used as it came first', () => {
    const list = listed('one', 'two');
    expect(list.map(({ name, problem }) => [name, problem === null])).toEqual([
      ['book', true],
      ['book', false],
      ['cancel', true],
    ]);
    const settings = { allowedTools: ['book'] } as unknown as ToolSettings;
    expect(usableFunction({ listed: list, settings }, 'book')?.description).toBe('one');
  });

  it('is named once among the changes', () => {
    const [before, after] = [listed('one', 'two'), listed('one', 'three')];
    expect(listingChanges([], after)).toEqual({ added: ['book', 'cancel'], changed: [], removed: [] });
    expect(listingChanges(before, after)).toEqual({ added: [], changed: ['book'], removed: [] });
    expect(listingChanges(before, listed('one')).changed).toEqual(['book']);
    expect(listingChanges(after, [])).toEqual({ added: [], changed: [], removed: ['book', 'cancel'] });
    expect(listingChanges(after, after)).toEqual({ added: [], changed: [], removed: [] });
  });
});
