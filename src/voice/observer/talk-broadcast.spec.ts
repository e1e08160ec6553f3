import { TalkBroadcast } from './talk-broadcast';
import type { TalkState } from './talk-observer';

const observer = () => {
  const states: TalkState[] = [];
  const texts: string[] = [];
  return {
    states,
    texts,
    onState: (state: TalkState) => void states.push(state),
    onPartial: (text: string) => void texts.push(text),
    onTurn: ({ text }: { readonly text: string }) => void texts.push(text),
  };
};

test('sends the talk to observers from when they come until they leave', () => {
  const talk = new TalkBroadcast();
  const [first, second] = [observer(), observer()];
  const stop = talk.add(first);
  talk.onState('speaking');
  talk.onTurn({ speaker: 'agent', text: 'Hello.', startMs: 0, endMs: 400 });
  talk.add(second);
  talk.onPartial('I am');
  stop();
  talk.onState('listening');
  expect([first.states, first.texts]).toEqual([['speaking'], ['Hello.', 'I am']]);
  expect([second.states, second.texts]).toEqual([['speaking', 'listening'], ['I am']]);
});
