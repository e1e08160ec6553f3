import type { VoiceEngine } from '../../../api/types';
import { Select } from '../../../components/field/field';
import { languageLabel } from '../language-label';
import { problemAt } from '../../../lib/agent/problems';
import { fittingVoice, languagesOf, voicesOf } from '../../../lib/agent/voices';
import { shownNumber } from '../../../lib/shown-time';
import { t } from '../../../messages/en';
import { useEditing } from './context';
import { PlayVoice } from './play-voice';
import { Numeric, OptionsWithCurrent } from './text-fields';

const TUNING = ['pace', 'temperature', 'voice_modulation'] as const;

/** Each field offers the values that fit the one before, and the settings that the engine has. */
export function VoiceFields() {
  const { form, set, problems, engines } = useEditing();
  const { tts_model: engineId, language, voice } = form;
  const engine = engines.find(({ id }) => id === engineId);
  const choose = (next: VoiceEngine | undefined, spoken: string) =>
    set({
      tts_model: next?.id ?? engineId,
      language: spoken,
      voice: next ? fittingVoice(next, spoken, voice) : voice,
    });
  return (
    <>
      {/* Names of engines with their prices are long. */}
      <div>
        <Select
          {...t.agent.fields.tts_model}
          error={problemAt(problems, 'tts_model')}
          value={engineId}
          onChange={(event) =>
            choose(
              engines.find(({ id }) => id === event.target.value),
              language,
            )
          }
        >
          <OptionsWithCurrent choices={engineChoices(engines)} current={engineId} />
        </Select>
      </div>
      <Select
        {...t.agent.fields.language}
        error={problemAt(problems, 'language')}
        value={language}
        onChange={(event) => choose(engine, event.target.value)}
      >
        <OptionsWithCurrent choices={languageChoices(engine, language)} current={language} />
      </Select>
      <Select
        {...t.agent.fields.voice}
        error={problemAt(problems, 'voice')}
        value={voice}
        onChange={(event) => set({ voice: event.target.value })}
      >
        <OptionsWithCurrent choices={voiceChoices(engine, language)} current={voice} />
      </Select>
      <PlayVoice />
      {TUNING.filter((name) => engine?.supports[name] === true || problemAt(problems, name)).map(numericOf)}
    </>
  );
}

const numericOf = (name: (typeof TUNING)[number]) => <Numeric key={name} name={name} />;

function engineChoices(engines: readonly VoiceEngine[]): ReadonlyMap<string, string> {
  return new Map(
    engines.map(({ id, name, credits_per_minute: credits }) => [
      id,
      t.agent.engine(name, shownNumber(credits)),
    ]),
  );
}

/** The agent may have a code or tag that the list lacks and that fits all the same. */
function languageChoices(engine: VoiceEngine | undefined, current: string): ReadonlyMap<string, string> {
  const fitting = engine ? languagesOf(engine) : [];
  const isFitting = engine !== undefined && voicesOf(engine, current).length > 0;
  const all = new Set(isFitting ? [...fitting, current] : fitting);
  return new Map([...all].map((language) => [language, languageLabel(language)]));
}

function voiceChoices(engine: VoiceEngine | undefined, language: string): ReadonlyMap<string, string> {
  const fitting = engine ? voicesOf(engine, language) : [];
  return new Map(fitting.map(({ id, name, gender }) => [id, t.agent.voiceOf(name, gender)]));
}
