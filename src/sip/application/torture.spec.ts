import { Stage } from '../../../test/phone/harness/stage';
import { TORTURE } from '../../../test/phone/harness/torture';
import { parseMessage } from '../domain/message';

/** RFC 4475: valid messages are understood, invalid ones refused or dropped, and none harms the next. */
test.each(TORTURE)('$name', async ({ text, outcome }) => {
  const stage = new Stage();
  await stage.receive(text);
  expect(stage.warnings).toEqual([]);
  if (outcome === 'call') {
    expect(stage.incoming).toHaveLength(1);
    expect(stage.newMessages()).toEqual([expect.stringMatching(/^100 /)]);
  } else if (outcome === 'drop') {
    expect(stage.newMessages()).toEqual([]);
    expect(stage.dropped).toHaveLength(1);
  } else if (outcome === 'understood')
    expect(parseMessage(text)).toMatchObject({ fault: null, message: { status: 200 } });
  else expect(stage.newMessages()).toEqual([expect.stringMatching(new RegExp(`^${outcome} `))]);
});

test('all in a row, and a call after them', async () => {
  const stage = new Stage();
  for (const { text } of TORTURE) await stage.receive(text);
  const { session } = await stage.talking();
  expect(session.ended).toBe(false);
});
