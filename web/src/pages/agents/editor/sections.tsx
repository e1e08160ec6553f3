import type { ReactNode } from 'react';
import { t } from '../../../messages/en';
import { BookingPageField, SendRulesField } from './rule-fields';
import { PronunciationsField, VoicemailField } from './speech-fields';
import { BuiltInToolsField, ToolsField } from './tool-fields';
import { Choice, Line, Lines, Numeric, Text } from './text-fields';
import { VoiceFields } from './voice-fields';

interface Section {
  readonly title: string;
  readonly fields: readonly ReactNode[];
}

export const SECTIONS: readonly Section[] = [
  {
    title: t.agent.script,
    fields: [
      <Line key="name" name="name" />,
      <Choice key="direction" name="direction" choices={t.agents.directions} />,
      <Text key="opening_line" name="opening_line" rows={3} />,
      <Text key="system_prompt" name="system_prompt" rows={18} />,
    ],
  },
  {
    title: t.agent.voice,
    fields: [
      <VoiceFields key="voice" />,
      <Choice key="interruption" name="interruption" choices={t.agent.interruptions} />,
      <Choice key="patience" name="patience" choices={t.agent.patiences} />,
      <PronunciationsField key="pronunciations" />,
      <Lines key="keyterms" name="keyterms" />,
    ],
  },
  {
    title: t.agent.findOut,
    fields: [
      <Lines key="extraction_questions" name="extraction_questions" />,
      <Lines key="dispositions" name="dispositions" />,
    ],
  },
  {
    title: t.agent.tools,
    fields: [<ToolsField key="tool_ids" />, <BuiltInToolsField key="built_in_tools" />],
  },
  {
    title: t.agent.limits,
    fields: [
      <Numeric key="max_call_minutes" name="max_call_minutes" />,
      <Lines key="handoff_numbers" name="handoff_numbers" />,
      <VoicemailField key="voicemail" />,
    ],
  },
  {
    title: t.agent.after,
    fields: [<BookingPageField key="booking_page_id" />, <SendRulesField key="send_rules" />],
  },
];
