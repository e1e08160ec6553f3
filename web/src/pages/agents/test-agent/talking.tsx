import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../components/button/button';
import { Select } from '../../../components/field/field';
import { Options } from '../../../components/field/options';
import { Level } from '../../../components/level/level';
import { Transcript } from '../../../components/transcript/transcript';
import { Volume } from '../../../components/volume/volume';
import { Warnings } from '../../../layout/new-call/queue-notes';
import { shownTurns } from '../../../lib/live/words';
import { shownNumber } from '../../../lib/shown-time';
import type { Devices } from '../../../live/talk-audio';
import type { TalkState } from '../../../live/talk-state';
import type { VoiceTest } from '../../../live/voice-test';
import { voiceTest as texts } from '../../../messages/en/voice-test';
import { AnswerTime } from './answer-time';
import talkStyles from './talk.module.css';
import styles from './test-agent.module.css';

interface TalkingProps {
  readonly talk: VoiceTest;
  readonly state: TalkState;
}

export function Talking({ talk, state }: TalkingProps) {
  const { isMuted, delayMs, devices, warnings } = state;
  const mute = useRef<HTMLButtonElement>(null);
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    mute.current?.focus();
    log.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <>
      <Warnings of={warnings} />
      <p className={styles.state}>
        <strong>{texts.states[state.state]}</strong>
        {delayMs !== null && <span className="soft">{texts.delay(shownNumber(delayMs))}</span>}
      </p>
      <Level label={texts.level} of={talk.level} />
      <div className={styles.buttons}>
        <Button ref={mute} aria-pressed={isMuted} onClick={() => talk.mute(!isMuted)}>
          {texts.mute}
        </Button>
        <Button look="danger" onClick={() => talk.hangUp()}>
          {texts.hangUp}
        </Button>
      </div>
      <Keypad onPress={(key) => talk.press(key)} />
      <div ref={log} role="log" aria-live="off" className={talkStyles.log}>
        <Transcript turns={shownTurns(state)} heard={-1} isLive note={AnswerTime} />
      </div>
      <Settings talk={talk} devices={devices} />
    </>
  );
}

const KEYS = '123456789*0#'.split('');

function Keypad({ onPress }: { readonly onPress: (key: string) => void }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.part}>
      <div className={styles.buttons}>
        <Button
          aria-expanded={isOpen}
          {...(isOpen && { 'aria-controls': id })}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.keypad}
        </Button>
      </div>
      {isOpen && (
        <div id={id} role="group" aria-label={texts.keypad} className={talkStyles.keypad}>
          {KEYS.map((key) => (
            <Button key={key} onClick={() => onPress(key)}>
              {key}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

interface SettingsProps {
  readonly talk: VoiceTest;
  readonly devices: Devices | null;
}

function Settings({ talk, devices }: SettingsProps) {
  const { microphones = [], speakers = [], microphone = '', speaker = '' } = devices ?? {};
  const named = (list: typeof microphones) =>
    list.map(({ id, label }, at) => [id, label || texts.unnamedDevice(at + 1)] as const);
  return (
    <div className={styles.fields}>
      <Select
        label={texts.microphone}
        value={microphone}
        disabled={devices === null}
        onChange={({ target }) => talk.setMicrophone(target.value)}
      >
        <Options of={named(microphones)} />
      </Select>
      {speakers.length > 0 && (
        <Select
          label={texts.speaker}
          value={speaker}
          onChange={({ target }) => talk.setSpeaker(target.value)}
        >
          <Options of={named(speakers)} />
        </Select>
      )}
      <Volume label={texts.volume} onChange={(volume) => talk.setVolume(volume)} />
    </div>
  );
}
