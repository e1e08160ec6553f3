import type { VoiceTest } from '../../live/voice-test';
import {
  discardTalk,
  discardUnsavedTalk,
  handedOverTalk,
  handedOverVoiceTest,
  handOverTalk,
  leaveVoiceTest,
  storeTalk,
  storeVoiceTest,
} from './talk-handover';

const TYPED = {
  conversation: { turns: [], isOver: false, isEnded: false, problem: null, outcome: null },
  values: { name: 'Rohan', variables: {} },
};

describe('a typed talk with an agent that is saved for the first time', () => {
  beforeEach(discardTalk);

  it('continues on the page of this agent alone', () => {
    storeTalk(TYPED);
    expect(handedOverTalk(null)).toBeNull();
    handOverTalk('agent_1');
    expect(handedOverTalk('agent_2')).toBeNull();
    expect(handedOverTalk('agent_1')).toBe(TYPED);
    discardTalk();
    expect(handedOverTalk('agent_1')).toBeNull();
  });

  it('is over when the page is left without a save', () => {
    storeTalk(TYPED);
    discardUnsavedTalk();
    handOverTalk('agent_1');
    expect(handedOverTalk('agent_1')).toBeNull();
  });

  it('waits for the page of the agent', () => {
    storeTalk(TYPED);
    handOverTalk('agent_1');
    discardUnsavedTalk();
    expect(handedOverTalk('agent_1')).toBe(TYPED);
  });
});

describe('a voice test of an agent that is saved for the first time', () => {
  const aTest = () => {
    const close = jest.fn();
    return { close, test: { close } as unknown as VoiceTest };
  };
  afterEach(() => storeVoiceTest(null, null));

  it('goes on, and continues on the page of this agent', () => {
    const { close, test } = aTest();
    storeVoiceTest(null, test);
    expect(handedOverVoiceTest(null)).toBeNull();
    handOverTalk('agent_1');
    leaveVoiceTest(test);
    expect(handedOverVoiceTest('agent_2')).toBeNull();
    expect(handedOverVoiceTest('agent_1')).toBe(test);
    storeVoiceTest('agent_1', test);
    expect(close).not.toHaveBeenCalled();
    leaveVoiceTest(test);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('ends with a page that was not saved', () => {
    const { close, test } = aTest();
    storeVoiceTest(null, test);
    leaveVoiceTest(test);
    expect(close).toHaveBeenCalledTimes(1);
    handOverTalk('agent_1');
    expect(handedOverVoiceTest('agent_1')).toBeNull();
  });

  it('ends when another page begins', () => {
    const { close, test } = aTest();
    storeVoiceTest(null, test);
    handOverTalk('agent_1');
    storeVoiceTest('agent_2', null);
    expect(close).toHaveBeenCalledTimes(1);
    expect(handedOverVoiceTest('agent_1')).toBeNull();
  });
});
