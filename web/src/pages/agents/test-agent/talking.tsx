import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../components/button/button';
import { Field, Select } from '../../../components/field/field';
import { Level } from '../../../components/level/level';
import { Transcript } from '../../../components/transcript/transcript';
import { Warnings } from '../../../layout/new-call/queue-notes';
import type { LiveTurn } from '../../../lib/live/live-message';
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

type ShownTurn = Partial<LiveTurn> & {
  readonly speaker: string;
  readonly text: string;
  readonly isPartial?: boolean;
};

export function Talking({ talk, state }: TalkingProps) {
  const { turns, partial, isMuted, delayMs, devices, warnings } = state;
  const mute = useRef<HTMLButtonElement>(null);
  useEffect(() => mute.current?.focus(), []);
  const last: readonly ShownTurn[] =
    partial === '' ? [] : [{ speaker: 'contact', text: partial, isPartial: true }];
  return (
    <>
      <Warnings of={warnings} />
      <p className={styles.state}>
        <strong>{texts.states[state.state]}</strong>
        {delayMs !== null && <span className={styles.soft}>{texts.delay(shownNumber(delayMs))}</span>}
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
      <div role="log" aria-live="off">
        <Transcript turns={[...turns, ...last]} heard={-1} isLive note={AnswerTime} />
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
  const [volume, setVolume] = useState(100);
  const { microphones = [], speakers = [], microphone = '' } = devices ?? {};
  const options = (list: typeof microphones) =>
    list.map(({ id, label }, at) => (
      <option key={id} value={id}>
        {label || texts.unnamedDevice(at + 1)}
      </option>
    ));
  return (
    <div className={styles.fields}>
      <Select
        label={texts.microphone}
        value={microphone}
        disabled={devices === null}
        onChange={({ target }) => talk.setMicrophone(target.value)}
      >
        {options(microphones)}
      </Select>
      {speakers.length > 0 && (
        <Select label={texts.speaker} onChange={({ target }) => talk.setSpeaker(target.value)}>
          {options(speakers)}
        </Select>
      )}
      <Field label={texts.volume}>
        {({ id }) => (
          <input
            id={id}
            type="range"
            className={talkStyles.volume}
            min={0}
            max={100}
            value={volume}
            onChange={({ target }) => {
              setVolume(Number(target.value));
              talk.setVolume(Number(target.value) / 100);
            }}
          />
        )}
      </Field>
    </div>
  );
}
