import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/error';
import { reportError } from '../../../api/queries';
import { ownRequests } from '../../../api/own-requests';
import { Button } from '../../../components/button/button';
import { Failed } from '../../../components/failed/failed';
import { Icon } from '../../../components/icon/icon';
import { Name } from '../../../components/name/name';
import { type AgentForm, documentOf } from '../../../lib/agent/form';
import { newAudioContext } from '../../../live/audio-context';
import { voicePlay as texts } from '../../../messages/en/agent-versions';
import { useEditing } from './context';
import styles from './editor.module.css';

interface Spoken {
  readonly text: string;
  readonly isKit: boolean;
}

/** Speaks one sentence of the opening line by the chosen voice. */
export function PlayVoice() {
  const { form } = useEditing();
  const [isBusy, setBusy] = useState(false);
  const [spoken, setSpoken] = useState<Spoken | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const context = useRef<AudioContext | null>(null);
  const source = useRef<AudioBufferSourceNode | null>(null);
  useEffect(() => () => void context.current?.close(), []);
  const play = async () => {
    setBusy(true);
    setError(null);
    setSpoken(null);
    source.current?.stop();
    const audio = (context.current ??= newAudioContext());
    try {
      const sample = await ownRequests.voiceSample(sampleOf(form));
      const bytes = Uint8Array.from(atob(sample.audio), (letter) => letter.charCodeAt(0));
      const buffer = await audio.decodeAudioData(bytes.buffer);
      const node = audio.createBufferSource();
      node.buffer = buffer;
      node.connect(audio.destination);
      node.start();
      source.current = node;
      setSpoken({ text: sample.text, isKit: sample.engine !== form.tts_model });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      reportError(thrown);
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.play}>
      <Button isBusy={isBusy} onClick={() => void play()}>
        <Icon name="play" />
        {texts.play}
      </Button>
      <p role="status" className="soft">
        {isBusy && texts.preparing}
        {spoken && <Name>{spoken.isKit ? texts.byKit(spoken.text) : texts.said(spoken.text)}</Name>}
      </p>
      {error && <Failed error={error} />}
    </div>
  );
}

const OPTIONAL = ['voice', 'language', 'pace', 'temperature', 'voice_modulation'] as const;
const MAX_OPENING_LENGTH = 1_000;

/** The fields of the draft that decide how its voice sounds, without those that are not valid yet. */
function sampleOf(form: AgentForm): Parameters<typeof ownRequests.voiceSample>[0] {
  const draft = documentOf(form);
  const rest = OPTIONAL.map((field) => [field, draft[field]] as const).filter(
    ([, value]) => (typeof value === 'string' && value !== '') || Number.isFinite(value),
  );
  const opening = Array.from(form.opening_line).slice(0, MAX_OPENING_LENGTH).join('');
  return {
    tts_model: form.tts_model,
    ...(opening.trim() !== '' && { opening_line: opening }),
    ...Object.fromEntries(rest),
  };
}
