import type { ReactNode } from 'react';
import type { Agent } from '../../../api/types';
import { Name } from '../../../components/name/name';
import { Facts, Part } from '../../../components/part/part';
import { useEngineNames } from '../../../layout/engine-names';
import { Page } from '../../../layout/page';
import { languageLabel } from '../language-label';
import { inWords, shown } from '../../../lib/text';
import { t } from '../../../messages/en';
import { VariablesPart } from './aside';
import styles from './editor.module.css';
import { AgentHead } from './head';

/** Without the script, for users who only call. */
export function Reader({ agent }: { readonly agent: Agent }): ReactNode {
  return (
    <Page name="agent" title={agent.name} heading={<Name>{agent.name}</Name>} isForeign state="ready">
      <AgentHead agent={agent} />
      <div className={styles.reader}>
        {PARTS.map(([title, rows]) => (
          <Part key={title} title={title}>
            <Facts facts={rows.map(({ label, value }) => [label, value(agent)])} />
          </Part>
        ))}
        <VariablesPart variables={agent.variables} usesName={agent.uses_contact_name} />
      </div>
    </Page>
  );
}

interface Row {
  readonly label: string;
  readonly value: (agent: Agent) => ReactNode;
}

const { fields } = t.agent;
const text = (value: string) => value !== '' && <span className={styles.text}>{shown(value)}</span>;
const Engine = ({ id }: { readonly id: string }) => text(useEngineNames()(id));
const list = (values: readonly string[]) =>
  values.length > 0 && (
    <ul>
      {values.map((value, at) => (
        <li key={at}>
          <Name>{value}</Name>
        </li>
      ))}
    </ul>
  );

const PARTS: readonly (readonly [string, readonly Row[]])[] = [
  [
    t.agent.script,
    [
      {
        label: fields.direction.label,
        value: ({ direction }) => t.agents.directions.get(direction) ?? inWords(direction),
      },
      { label: fields.opening_line.label, value: (agent) => text(agent.opening_line) },
    ],
  ],
  [
    t.agent.voice,
    [
      { label: fields.tts_model.label, value: ({ tts_model }) => <Engine id={tts_model} /> },
      { label: fields.language.label, value: ({ language }) => languageLabel(language ?? '') },
      { label: fields.voice.label, value: (agent) => text(agent.voice) },
      { label: fields.pace.label, value: ({ pace }) => pace },
      { label: fields.temperature.label, value: ({ temperature }) => temperature },
      { label: fields.voice_modulation.label, value: (agent) => agent.voice_modulation },
      {
        label: fields.interruption.label,
        value: ({ interruption }) => t.agent.interruptions.get(interruption),
      },
      { label: fields.patience.label, value: ({ patience }) => t.agent.patiences.get(patience) },
      {
        label: fields.pronunciations.label,
        value: (agent) => list(agent.pronunciations.map((one) => `${one.text}: ${one.say}`)),
      },
      { label: fields.keyterms.label, value: (agent) => list(agent.keyterms) },
    ],
  ],
  [
    t.agent.findOut,
    [
      { label: fields.extraction_questions.label, value: (agent) => list(agent.extraction_questions) },
      { label: fields.dispositions.label, value: (agent) => list(agent.dispositions) },
    ],
  ],
  [
    t.agent.limits,
    [
      { label: fields.max_call_minutes.label, value: (agent) => agent.max_call_minutes ?? 10 },
      {
        label: fields.voicemail.label,
        value: ({ voicemail }) => (
          <>
            {inWords(voicemail.action)}
            {voicemail.message !== null && <> · {text(voicemail.message)}</>}
          </>
        ),
      },
    ],
  ],
];
