import { useContext, useState } from 'react';
import { useLive } from '../../../api/queries';
import { ownRequests } from '../../../api/own-requests';
import type { AgentVersion } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { Dialog, DialogButtons } from '../../../components/dialog/dialog';
import { Skeleton } from '../../../components/empty/empty';
import { Select } from '../../../components/field/field';
import { Options } from '../../../components/field/options';
import { Zone } from '../../../components/time/time';
import { FailedParts } from '../../../layout/failed-parts';
import { type AgentForm, documentOf, formOf } from '../../../lib/agent/form';
import { type DiffLine, lineDiff } from '../../../lib/line-diff';
import { shownTime } from '../../../lib/shown-time';
import { shown } from '../../../lib/text';
import { t } from '../../../messages/en';
import { versions as texts } from '../../../messages/en/agent-versions';
import { fieldLabel } from '../../../messages/en/problems';
import styles from './versions.module.css';

interface VersionsProps {
  readonly agentId: string;
  readonly form: AgentForm;
  readonly onUse: (form: AgentForm) => void;
  readonly onClose: () => void;
}

/** Earlier saves, what is different now, and their use again. */
export default function Versions({ agentId, form, onUse, onClose }: VersionsProps) {
  const list = useLive({
    key: ['agent-versions', agentId],
    load: (signal) => ownRequests.agentVersions(agentId, signal),
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const saves = list.data?.data ?? [];
  // People look for the save before the newest one.
  const savedAt = chosen ?? (saves[1] ?? saves[0])?.saved_at ?? null;
  const then = useLive({
    key: ['agent-version', agentId, savedAt],
    load: (signal) => ownRequests.agentVersion(agentId, savedAt ?? '', signal),
    keep: true,
    isOff: savedAt === null,
  });
  const former = then.data ? formOf(then.data) : null;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className={styles.versions}>
        <FailedParts of={[list, then]} />
        {(list.isPending || then.isPending) && !list.error && !then.error && <Skeleton lines={6} />}
        {saves.length > 0 && savedAt !== null && (
          <SaveChoice saves={saves} value={savedAt} onChange={setChosen} />
        )}
        {former && <Differences then={former} now={form} />}
        <p className="soft">{texts.againHint}</p>
        <DialogButtons>
          <Button onClick={onClose}>{t.common.close}</Button>
          <Button
            look="main"
            // The save that was chosen before is shown until the new choice arrives.
            disabled={former === null || then.isPlaceholderData}
            onClick={() => {
              if (!former) return;
              // Another agent may have the former name by now.
              onUse({ ...former, name: form.name });
              onClose();
            }}
          >
            {texts.again}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}

interface SaveChoiceProps {
  readonly saves: readonly AgentVersion[];
  readonly value: string;
  readonly onChange: (savedAt: string) => void;
}

function SaveChoice({ saves, value, onChange }: SaveChoiceProps) {
  const zone = useContext(Zone);
  const label = ({ saved_at, changed }: AgentVersion, place: number) => {
    const what =
      changed.length > 0
        ? texts.changed(changed.map(fieldLabel).join(', '))
        : place === saves.length - 1
          ? texts.first
          : '';
    return `${shownTime(saved_at, zone)} ${what}`.trim();
  };
  return (
    <Select label={texts.list} value={value} onChange={({ target }) => onChange(target.value)}>
      <Options of={saves.map((save, place) => [save.saved_at, label(save, place)])} />
    </Select>
  );
}

/** Fields that differ; texts line by line. */
function Differences({ then, now }: { readonly then: AgentForm; readonly now: AgentForm }) {
  const [old, current] = [documentOf(then), documentOf(now)];
  const fields = Object.keys(old).filter(
    (field) =>
      field !== 'name' &&
      JSON.stringify(Reflect.get(old, field)) !== JSON.stringify(Reflect.get(current, field)),
  );
  if (fields.length === 0) return <p>{texts.same}</p>;
  return (
    <section className={styles.versions} aria-labelledby="version-differences">
      <h3 id="version-differences">{texts.differences}</h3>
      {fields.map((field) => (
        <div key={field} data-field={field} className={styles.field}>
          <h4>{fieldLabel(field)}</h4>
          <Lines
            label={fieldLabel(field)}
            lines={lineDiff(textOf(Reflect.get(old, field)), textOf(Reflect.get(current, field)))}
          />
        </div>
      ))}
    </section>
  );
}

const MARKS = { same: ' ', removed: '−', added: '+' } as const;
const WORDS = { removed: texts.then, added: texts.now } as const;

function Lines({ label, lines }: { readonly label: string; readonly lines: readonly DiffLine[] }) {
  return (
    <div className={styles.lines} dir="auto" tabIndex={0} role="region" aria-label={label}>
      {lines.map(({ kind, text }, place) => (
        <p key={place} data-kind={kind}>
          <span aria-hidden="true">{MARKS[kind]}</span>
          {kind !== 'same' && <span className="hidden">{WORDS[kind]}: </span>}
          {shown(text)}
        </p>
      ))}
    </div>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.empty;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('\n');
  return JSON.stringify(value, null, 2);
}
