import { Area, Input, Select } from '../../../components/field/field';
import { countText } from '../../../lib/agent/counts';
import { AGENT_LIMITS } from '../../../lib/contract.gen';
import { problemAt } from '../../../lib/agent/problems';
import { inWords } from '../../../lib/text';
import { t } from '../../../messages/en';
import { useEditing } from './context';
import { counterOf } from './counter';
import { Entries } from './entries';
import { Group } from '../../../components/field/group';
import styles from './editor.module.css';
import { OptionsWithCurrent } from './text-fields';

const ACTIONS = new Map(['leave_message', 'hang_up'].map((action) => [action, inWords(action)]));

export function VoicemailField() {
  const { form, set, problems } = useEditing();
  const { voicemail } = form;
  return (
    <Group title={t.agent.fields.voicemail.label} problem={problemAt(problems, 'voicemail')}>
      <Select
        label={t.agent.voicemailAction}
        error={problemAt(problems, 'voicemail.action')}
        value={voicemail.action}
        onChange={(event) => set({ voicemail: { ...voicemail, action: event.target.value } })}
      >
        <OptionsWithCurrent choices={ACTIONS} current={voicemail.action} />
      </Select>
      {(voicemail.action === 'leave_message' || voicemail.message !== '') && (
        <Area
          label={t.agent.voicemailMessage}
          hint={t.agent.voicemailHint}
          rows={3}
          counter={counterOf(countText(voicemail.message, AGENT_LIMITS['voicemail.message']))}
          error={problemAt(problems, 'voicemail.message')}
          value={voicemail.message}
          onChange={(event) => set({ voicemail: { ...voicemail, message: event.target.value } })}
        />
      )}
    </Group>
  );
}

const PARTS = ['text', 'say'] as const;

export function PronunciationsField() {
  const { form, set, problems } = useEditing();
  const words = form.pronunciations;
  return (
    <Entries
      name="pronunciations"
      entries={words}
      fresh={{ text: '', say: '' }}
      add={t.agent.addPronunciation}
      titleOf={t.agent.pronunciation}
      onChange={(pronunciations) => set({ pronunciations })}
    >
      {(word, place, change) => (
        <div className={styles.pair}>
          {PARTS.map((part) => (
            <Input
              key={part}
              label={t.agent.pronounced[part]}
              autoComplete="off"
              counter={counterOf(countText(word[part], AGENT_LIMITS[`pronunciations.${part}`]))}
              error={problemAt(problems, `pronunciations[${place}].${part}`)}
              value={word[part]}
              onChange={(event) => change({ ...word, [part]: event.target.value })}
            />
          ))}
        </div>
      )}
    </Entries>
  );
}
