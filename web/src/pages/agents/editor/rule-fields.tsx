import { Area, Check, Select } from '../../../components/field/field';
import { NEW_RULE, RULE_TEXTS, type RuleForm, type RuleText } from '../../../lib/agent/codecs';
import { countRules } from '../../../lib/agent/counts';
import { problemAt, problemBelow } from '../../../lib/agent/problems';
import { shownNumber } from '../../../lib/shown-time';
import { inWords } from '../../../lib/text';
import { t } from '../../../messages/en';
import { useEditing } from './context';
import styles from './editor.module.css';
import { Entries } from './entries';
import { Choice, OptionsWithCurrent } from './text-fields';

const NEEDS: ReadonlyMap<string, RuleText> = new Map([
  ['send_whatsapp', 'template_name'],
  ['send_email', 'message_body'],
  ['book_meeting', 'booking_page_id'],
]);
const ACTIONS = new Map([
  ['send_whatsapp', 'Send WhatsApp'],
  ...['send_email', 'book_meeting'].map((action) => [action, inWords(action)] as const),
]);

function useResources() {
  const { resources } = useEditing();
  return {
    pages: new Map(resources.booking_pages.map(({ id, name }) => [id, name])),
    templates: new Map(
      resources.whatsapp_templates.map(({ name, approved }) => [
        name,
        approved ? name : t.agent.notApproved(name),
      ]),
    ),
  };
}

export function BookingPageField() {
  const { pages } = useResources();
  return <Choice name="booking_page_id" choices={new Map([['', t.agent.none], ...pages])} />;
}

export function SendRulesField() {
  const { form, set } = useEditing();
  return (
    <Entries
      name="send_rules"
      entries={form.send_rules}
      fresh={NEW_RULE}
      add={t.agent.addRule}
      titleOf={t.agent.rule}
      size={sizeOf(form.send_rules)}
      onChange={(rules) => set({ send_rules: rules })}
    >
      {(rule, place, change) => <Rule rule={rule} place={place} onChange={change} />}
    </Entries>
  );
}

function sizeOf(rules: readonly RuleForm[]) {
  const { is, of } = countRules(rules);
  return { text: t.agent.kibibytes(shownNumber(Math.round(is / 102.4) / 10), of / 1_024), isOver: is > of };
}

interface RuleProps {
  readonly rule: RuleForm;
  readonly place: number;
  readonly onChange: (rule: RuleForm) => void;
}

function Rule({ rule, place, onChange }: RuleProps) {
  const { problems } = useEditing();
  const { pages, templates } = useResources();
  const { rules } = t.agent;
  const at = (name: string) => problemAt(problems, `send_rules[${place}]${name}`);
  const isShown = (name: RuleText) =>
    name === 'action_type' || NEEDS.get(rule.action_type) === name || rule[name] !== '';
  const otherProblem = problemBelow(
    problems,
    `send_rules[${place}]`,
    RULE_TEXTS.filter(isShown).map((name) => `.${name}`),
  );
  const select = (name: RuleText, choices: ReadonlyMap<string, string>) => (
    <Select
      label={rules[name]}
      error={at(`.${name}`)}
      value={rule[name]}
      onChange={(event) => onChange({ ...rule, [name]: event.target.value })}
    >
      <OptionsWithCurrent choices={choices} current={rule[name]} />
    </Select>
  );
  const area = (name: 'message_body' | 'others', error: string | undefined) => (
    <Area
      label={rules[name]}
      rows={3}
      error={error}
      value={rule[name]}
      onChange={(event) => onChange({ ...rule, [name]: event.target.value })}
    />
  );
  return (
    <div className={styles.rule}>
      {select('action_type', ACTIONS)}
      {isShown('template_name') && select('template_name', templates)}
      {isShown('message_body') && area('message_body', at('.message_body'))}
      {isShown('booking_page_id') && select('booking_page_id', pages)}
      <Check
        label={rules.meeting_requested}
        checked={rule.meeting_requested}
        onChange={(event) => onChange({ ...rule, meeting_requested: event.target.checked })}
      />
      {area('others', otherProblem)}
    </div>
  );
}
