import { ringingDeadline, silentCarrierDeadline, talkDeadline } from './leg-limits';

const faster = (times: number) => ({ waitMs: (ms: number) => ms / times });
const seconds = (deadline: Date) => deadline.getTime() / 1_000;

test.each<[string, Date, number]>([
  ['a phone rings in real time', ringingDeadline(0, undefined), 120],
  ['a phone rings ten times as fast', ringingDeadline(0, faster(10)), 12],
  ['a phone rings at once', ringingDeadline(0, faster(Infinity)), 1],
  ['a talk of five minutes', talkDeadline(0, 300, undefined), 360],
  ['a talk of a fast network, whose tools take real time', talkDeadline(0, 600, faster(100)), 300],
  ['a short talk of a fast network', talkDeadline(0, 60, faster(100)), 120],
  ['a talk of a slow network', talkDeadline(0, 300, faster(0.5)), 720],
  ['a carrier that reports only the end', silentCarrierDeadline(0, 300, undefined), 90 + 300 + 120],
])('%s', (_, deadline, expected) => expect(seconds(deadline)).toBe(expected));
