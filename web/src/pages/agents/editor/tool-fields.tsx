import { type Ref, useRef } from 'react';
import { useLive } from '../../../api/queries';
import { type Tool, toolRequests } from '../../../api/tools';
import { Button } from '../../../components/button/button';
import { Failed } from '../../../components/failed/failed';
import { Check, Select } from '../../../components/field/field';
import { Group } from '../../../components/field/group';
import { Options } from '../../../components/field/options';
import { Problem } from '../../../components/field/problem';
import { Icon } from '../../../components/icon/icon';
import { Link } from '../../../components/link/link';
import { Name } from '../../../components/name/name';
import { problemAt } from '../../../lib/agent/problems';
import { AGENT_LIMITS } from '../../../lib/contract.gen';
import { t } from '../../../messages/en';
import { useEditing } from './context';
import { counterOf } from './counter';
import styles from './editor.module.css';

/** The agent's tools, in order. */
export function ToolsField() {
  const { form, set, problems } = useEditing();
  const { data, error, refetch } = useLive({ key: ['tools'], load: toolRequests.list });
  const adder = useRef<HTMLSelectElement>(null);
  const { tool_ids: ids } = form;
  const all = new Map<string, Tool>(data?.data.map((tool) => [tool.id, tool]));
  const rest = [...all.values()].filter(({ id }) => !ids.includes(id));
  const { label, hint } = t.agent.fields.tool_ids;
  const count = counterOf({ is: ids.length, of: AGENT_LIMITS.tool_ids.entries });
  const change = (next: readonly string[]) => set({ tool_ids: next });
  return (
    <Group title={label} hint={hint} counter={count} problem={problemAt(problems, 'tool_ids')}>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {ids.length > 0 && (
        <ol className={styles.entries}>
          {ids.map((id, place) => (
            <li key={id} data-tool={id}>
              <ToolRow
                name={nameOf(all.get(id), id)}
                onUp={place === 0 ? null : () => change(moved(ids, place, -1))}
                onDown={place === ids.length - 1 ? null : () => change(moved(ids, place, 1))}
                onRemove={() => {
                  change(ids.toSpliced(place, 1));
                  adder.current?.focus();
                }}
              />
              <Problem text={problemAt(problems, `tool_ids[${place}]`)} />
            </li>
          ))}
        </ol>
      )}
      {rest.length > 0 ? (
        <AddTool field={adder} tools={rest} onAdd={(id) => change([...ids, id])} />
      ) : (
        data && (
          <p className="soft">
            {t.agent.noTools} <Link to="/tools/new">{t.agent.makeTool}</Link>
          </p>
        )
      )}
    </Group>
  );
}

interface ToolRowProps {
  readonly name: string;
  /** null: it is the first. */
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
  readonly onRemove: () => void;
}

function ToolRow({ name, onUp, onDown, onRemove }: ToolRowProps) {
  return (
    <div className={styles.tool}>
      <span>
        <Name>{name}</Name>
      </span>
      <Button
        look="quiet"
        className={styles.up}
        aria-label={t.agent.moveUp(name)}
        aria-disabled={onUp === null || undefined}
        onClick={() => onUp?.()}
      >
        <Icon name="down" />
      </Button>
      <Button
        look="quiet"
        aria-label={t.agent.moveDown(name)}
        aria-disabled={onDown === null || undefined}
        onClick={() => onDown?.()}
      >
        <Icon name="down" />
      </Button>
      <Button look="quiet" aria-label={t.agent.remove(name)} onClick={onRemove}>
        <Icon name="close" />
      </Button>
    </div>
  );
}

interface AddToolProps {
  readonly field: Ref<HTMLSelectElement>;
  readonly tools: readonly Tool[];
  readonly onAdd: (id: string) => void;
}

function AddTool({ field, tools, onAdd }: AddToolProps) {
  return (
    <Select ref={field} label={t.agent.addTool} value="" onChange={({ target }) => onAdd(target.value)}>
      <option value="">{t.agent.chooseTool}</option>
      <Options of={tools.map((tool) => [tool.id, nameOf(tool, tool.id)])} />
    </Select>
  );
}

const SCHEDULE_CALLBACK = 'schedule_callback';

export function BuiltInToolsField() {
  const { form, set, problems } = useEditing();
  const { built_in_tools: names } = form;
  return (
    <Group title={t.agent.fields.built_in_tools.label} problem={problemAt(problems, 'built_in_tools')}>
      <Check
        label={t.agent.scheduleCallback}
        hint={t.agent.scheduleCallbackHint}
        checked={names.includes(SCHEDULE_CALLBACK)}
        onChange={({ target }) => {
          const others = names.filter((name) => name !== SCHEDULE_CALLBACK);
          set({ built_in_tools: target.checked ? [...others, SCHEDULE_CALLBACK] : others });
        }}
      />
    </Group>
  );
}

function nameOf(tool: Tool | undefined, id: string): string {
  if (!tool) return t.agent.unknownTool(id);
  return tool.enabled ? tool.name : t.agent.offTool(tool.name);
}

function moved(ids: readonly string[], place: number, by: 1 | -1): readonly string[] {
  const id = ids[place] ?? '';
  return ids.toSpliced(place, 1).toSpliced(place + by, 0, id);
}
