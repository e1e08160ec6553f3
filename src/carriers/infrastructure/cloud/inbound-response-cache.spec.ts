import { HandMovedTime, settled } from '../../../../test/harness/simulated-network';
import { InboundResponseCache } from './inbound-response-cache';

const reply = (body: string) => ({ contentType: 'text/xml', body });

test('decides a call once in ten minutes', async () => {
  const time = new HandMovedTime();
  const replies = new InboundResponseCache(time);
  let asked = 0;
  const decide = () => Promise.resolve(reply(String(++asked)));
  for (let times = 0; times < 3; times++) expect(await replies.of('CA1', decide)).toEqual(reply('1'));
  expect(await replies.of('CA2', decide)).toEqual(reply('2'));
  await time.move(10 * 60_000);
  expect(replies.size).toBe(0);
});

test('decides an undecided call again', async () => {
  const replies = new InboundResponseCache(new HandMovedTime());
  await expect(replies.of('CA1', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await settled();
  expect(await replies.of('CA1', () => Promise.resolve(reply('x')))).toEqual(reply('x'));
});

test('is bounded for a flood of calls', async () => {
  const replies = new InboundResponseCache(new HandMovedTime());
  const decide = () => Promise.resolve(reply(''));
  for (let call = 0; call < 10_500; call++) await replies.of(`CA${call}`, decide);
  expect(replies.size).toBe(10_000);
});
