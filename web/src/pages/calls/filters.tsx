import { type ReactNode, useState } from 'react';
import { useLive } from '../../api/queries';
import { ownRequests } from '../../api/own-requests';
import type { CallFilters } from '../../api/call-filters';
import { CALL_STATUSES, DEFAULT_DISPOSITIONS } from '../../lib/contract.gen';
import { requests } from '../../api/requests';
import { Button } from '../../components/button/button';
import { Combobox } from '../../components/combobox/combobox';
import { AddressSelect } from '../../components/field/address-select';
import { DayInput } from '../../components/field/day-input';
import { Check } from '../../components/field/field';
import { Options } from '../../components/field/options';
import { SearchForm } from '../../components/field/search-form';
import { statusWord } from '../../components/status/status';
import type { Loading } from '../../layout/failed-parts';
import { labelInWords } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './page.module.css';

interface FiltersProps {
  readonly filters: CallFilters;
  /** Gets what changes alone: the address may have newer values of the others. */
  readonly onChange: (to: CallFilters) => void;
}

/** The address stores them. */
export function Filters({ filters, onChange }: FiltersProps) {
  return (
    <Frame filters={filters} onChange={onChange}>
      <StatusFilter filters={filters} onChange={onChange} />
      <AgentFilter filters={filters} onChange={onChange} />
      <OutcomeFilter filters={filters} onChange={onChange} />
      <AddressSelect label={t.calls.test} value={filters.test ?? ''} onChoose={(test) => onChange({ test })}>
        <option value="">{t.calls.testAll}</option>
        <option value="only">{t.calls.testOnly}</option>
        <option value="none">{t.calls.testNone}</option>
      </AddressSelect>
      <AddressSelect
        label={t.calls.direction}
        value={filters.direction ?? ''}
        onChoose={(direction) => onChange({ direction })}
      >
        <option value="">{t.calls.any}</option>
        <Options of={t.calls.directions} />
      </AddressSelect>
      <Days filters={filters} onChange={onChange} />
      <Latest filters={filters} onChange={onChange} />
    </Frame>
  );
}

/** A link may select several statuses. */
function StatusFilter({ filters, onChange }: FiltersProps) {
  const { status: wanted = '' } = filters;
  return (
    <AddressSelect label={t.calls.status} value={wanted} onChoose={(status) => onChange({ status })}>
      <option value="">{t.calls.any}</option>
      <Options of={CALL_STATUSES.map((status) => [status, statusWord(status)])} />
      {wanted.includes(',') && <option value={wanted}>{wordsOf(wanted)}</option>}
    </AddressSelect>
  );
}

const ANY = { value: '', label: t.calls.any };

function AgentFilter({ filters, onChange }: FiltersProps) {
  const agents = useLive({ key: ['agents'], load: requests.agents });
  const choices = (agents.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Combobox
      label={t.calls.agent}
      choices={[ANY, ...choices]}
      value={filters.agent ?? ''}
      onChange={(agent) => onChange({ agent })}
    />
  );
}

function OutcomeFilter({ filters, onChange }: FiltersProps) {
  const labels = useLabels(filters);
  return (
    <Combobox
      label={t.calls.outcome}
      choices={[ANY, ...labels.map((label) => ({ value: label, label: labelInWords(label) }))]}
      value={filters.outcome ?? ''}
      onChange={(outcome) => onChange({ outcome })}
    />
  );
}

/** What calls may have: labels of the account, which are the default ones without its own, and of the chosen agent. */
function useLabels({ agent = '', outcome }: CallFilters): string[] {
  const settings = useLive({ key: ['settings'], load: requests.settings });
  const chosen = useLive({
    key: ['agent', agent],
    load: (signal) => requests.agent(agent, signal),
    isOff: agent === '',
  });
  const own = settings.data?.dispositions;
  const ofAccount = own?.length === 0 ? DEFAULT_DISPOSITIONS : (own ?? []);
  return [...new Set([...ofAccount, ...(chosen.data?.dispositions ?? []), ...(outcome ? [outcome] : [])])];
}

/** On a phone all but the search stand behind one button. */
function Frame({ filters, onChange, children }: FiltersProps & { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const count = Object.entries(filters).filter(
    ([name, value]) => value && !['q', 'account'].includes(name),
  ).length;
  return (
    <div role="group" aria-label={t.calls.filters} className={styles.filters} data-open={isOpen}>
      <SearchForm
        className={styles.find}
        label={t.calls.find}
        placeholder={t.calls.findHint}
        value={filters.q ?? ''}
        onFind={(q) => onChange({ q })}
      />
      <Button className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t.calls.filtersSet(count)}
      </Button>
      {children}
    </div>
  );
}

function Days({ filters, onChange }: FiltersProps) {
  return (
    <>
      <DayInput label={t.calls.from} value={filters.from ?? ''} onDay={(from) => onChange({ from })} />
      <DayInput label={t.calls.to} value={filters.to ?? ''} onDay={(to) => onChange({ to })} />
      {[filters.from, filters.to, filters.dates].some(Boolean) && (
        <AddressSelect
          label={t.calls.dates}
          value={filters.dates ?? ''}
          onChoose={(dates) => onChange({ dates })}
        >
          <option value="">{t.calls.datesCreated}</option>
          <option value="ended">{t.calls.datesEnded}</option>
        </AddressSelect>
      )}
    </>
  );
}

function Latest({ filters, onChange }: FiltersProps) {
  const isOn = Boolean(filters.latest);
  // The address follows later, and a box must not jump back meanwhile.
  const [box, setBox] = useState({ isOn, isChecked: isOn });
  if (box.isOn !== isOn) setBox({ isOn, isChecked: isOn });
  return (
    <div className={styles.check}>
      <Check
        label={t.attempts.latest}
        checked={box.isChecked}
        onChange={({ target: { checked } }) => {
          setBox({ isOn, isChecked: checked });
          onChange({ latest: checked ? 'only' : undefined });
        }}
      />
    </div>
  );
}

/** Filters and views without their choices are no empty lists. */
export function useChoices(): readonly Loading[] {
  const agents = useLive({ key: ['agents'], load: requests.agents });
  const settings = useLive({ key: ['settings'], load: requests.settings });
  const views = useLive({ key: ['preferences'], load: ownRequests.preferences });
  return [agents, settings, views];
}

export function wordsOf(statuses: string): string {
  return statuses.split(',').map(statusWord).join(', ');
}
