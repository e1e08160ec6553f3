import { RetryLater } from '../../platform/kernel/domain-error';
import { type HashOwner, HashQueue } from './hash-queue';

/** A queue whose hashes end when the test says so, and a clock that the test moves. */
function aQueue() {
  const clock = { ms: 0 };
  const queue = new HashQueue(() => clock.ms);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const add = (owner: HashOwner, name = owner.login): void => {
    queue
      .run(owner, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(RetryLater);
        refused.push(name);
      });
  };
  const settled = () => new Promise(setImmediate);
  const endOne = async (): Promise<void> => {
    await settled();
    ends.shift()?.();
    await settled();
  };
  return { clock, add, endOne, settled, started, refused };
}

const person = (login: string, network: string | null = login): HashOwner => ({ login, network });

describe('HashQueue', () => {
  it('runs two hashes at once, in the order of arrival', async () => {
    const queue = aQueue();
    for (const name of ['a', 'b', 'c', 'd']) queue.add(person(name));
    await queue.settled();
    expect(queue.started).toEqual(['a', 'b']);
    await queue.endOne();
    expect(queue.started).toEqual(['a', 'b', 'c']);
    await queue.endOne();
    expect(queue.started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects the last of more than 20 that wait', async () => {
    const queue = aQueue();
    for (let at = 0; at < 24; at++) queue.add(person(String(at), null));
    await queue.settled();
    expect(queue.refused).toEqual(['22', '23']);
  });

  it.each<[string, HashOwner, HashOwner]>([
    ['login', person('a'), person('b')],
    ['address', person('a', 'net'), person('b', 'other net')],
    ['login of the same address', person('a', 'net'), person('b', 'net')],
  ])('starts another %s before the third of one', async (_, one, other) => {
    const queue = aQueue();
    for (let at = 0; at < 30; at++) queue.add(one, String(at));
    queue.add(other, 'other');
    await queue.endOne();
    expect(queue.started).toEqual(['0', '1', 'other']);
    expect(queue.refused).not.toContain('other');
  });

  it('runs others before logins that sign in continuously', async () => {
    const queue = aQueue();
    const own = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'];
    for (const name of own) queue.add(person(name));
    for (let at = 0; at < 4; at++) await queue.endOne();
    for (const name of own) queue.add(person(name), `${name} again`);
    queue.add(person('other'));
    await queue.endOne();
    expect(queue.started.at(-1)).toBe('other');
  });

  it('runs the second hash of a person before an address that tries one e-mail after the other', async () => {
    const queue = aQueue();
    queue.add(person('victim'));
    for (let at = 0; at < 6; at++) queue.add(person(`guess ${at}`, 'attacker'));
    for (let at = 0; at < 4; at++) await queue.endOne();
    for (let at = 6; at < 30; at++) queue.add(person(`guess ${at}`, 'attacker'));
    queue.add(person('victim'), 'victim again');
    await queue.endOne();
    expect(queue.started.at(-1)).toBe('victim again');
    expect(queue.refused).not.toContain('victim again');
  });

  it('forgets earlier hashes after 10 s', async () => {
    const queue = aQueue();
    queue.add(person('a'));
    await queue.endOne();
    queue.clock.ms = 10_000;
    for (const name of ['x', 'y']) queue.add(person(name));
    queue.add(person('a'), 'a again');
    queue.add(person('b'));
    await queue.endOne();
    expect(queue.started.at(-1)).toBe('a again');
  });
});
