import type { Settings } from '../../api/types';
import { Area, Check, Select } from '../../components/field/field';
import { FormSection } from '../../components/form/form-section';
import { Name } from '../../components/name/name';
import { Facts } from '../../components/part/part';
import { Options } from '../../components/field/options';
import { fieldProps } from '../../layout/form';
import { PageForm } from '../../layout/page-form';
import { MAX_NOTICE_LENGTH } from '../../lib/contract.gen';
import { t } from '../../messages/en';
import { listeningSettings as texts } from '../../messages/en/listening-settings';
import { AskOperator } from './ask-operator';
import { type Change, useSave, useSettingsForm } from './save';

interface Values {
  listening: Settings['listening'];
  notice: string;
  text: string;
  listening_human: boolean;
}

export function ListeningForm({ settings }: { readonly settings: Settings }) {
  const isOpen = settings.unlocked.includes('listening');
  return (
    <FormSection title={texts.title}>
      {isOpen ? <Form settings={settings} /> : <Locked settings={settings} />}
    </FormSection>
  );
}

function Locked({ settings }: { readonly settings: Settings }) {
  const { listening, listening_notice, listening_human } = settings;
  return (
    <>
      <p className="soft">
        {t.settings.locked}. {texts.lockedAbout}
      </p>
      <Facts
        facts={[
          [texts.listening, texts.people.get(listening)],
          [texts.notice, texts.notices.get(listening_notice) ?? <Name key="notice">{listening_notice}</Name>],
          [texts.human, listening_human ? t.common.yes : t.common.no],
        ]}
      />
      <AskOperator settings={settings} fields={[['listening', texts.title]]} />
    </>
  );
}

function Form({ settings }: { readonly settings: Settings }) {
  const form = useSettingsForm<Values>(valuesOf(settings));
  const notice = form.watch('notice');
  const length = Array.from(form.watch('text')).length;
  const sending = useSave(form, settingsOf, (field) =>
    field === 'listening_notice' ? (notice === 'text' ? 'text' : 'notice') : field,
  );
  return (
    <PageForm sending={sending} words={t.settings.save}>
      <p className="soft">{texts.about}</p>
      <Select label={texts.listening} {...fieldProps(form, 'listening')}>
        <Options of={texts.people} />
      </Select>
      <Select label={texts.notice} hint={texts.noticeHint} {...fieldProps(form, 'notice')}>
        <Options of={texts.notices} />
      </Select>
      {notice === 'text' && (
        <Area
          label={texts.text}
          rows={3}
          counter={{
            text: t.agent.counter(String(length), String(MAX_NOTICE_LENGTH)),
            isOver: length > MAX_NOTICE_LENGTH,
          }}
          {...fieldProps(form, 'text')}
        />
      )}
      <Check label={texts.human} hint={texts.humanHint} {...fieldProps(form, 'listening_human')} />
    </PageForm>
  );
}

function settingsOf({ listening, notice, text, listening_human }: Values): Change {
  return { listening, listening_notice: notice === 'text' ? text : notice, listening_human };
}

/** A text is stored in place of the words for the other notices. */
function valuesOf({ listening, listening_notice, listening_human }: Settings): Values {
  const isText = !texts.notices.has(listening_notice);
  return {
    listening,
    notice: isText ? 'text' : listening_notice,
    text: isText ? listening_notice : '',
    listening_human,
  };
}
