import type { ListedTool, Refresh, Tool } from '../../api/tools';
import { Check } from '../../components/field/field';
import { Group } from '../../components/field/group';
import { Name } from '../../components/name/name';
import { tool as texts } from '../../messages/en/tools';
import styles from './page.module.css';
import type { SectionProps } from './section-props';

interface ServerToolsProps extends SectionProps {
  /** null: it is not saved yet. */
  readonly tool: Tool | null;
}

/** The server's tools as the last refresh found them, and those that are allowed without being listed. */
export function ServerTools({ tool, form }: ServerToolsProps) {
  const allowed = form.watch('allowed_tools');
  const listed = tool?.tools ?? [];
  const known = new Set(listed.map(({ name }) => name));
  const waiting = (tool?.allowed_tools ?? []).filter((name) => !known.has(name));
  const toggle = (name: string, isOn: boolean) =>
    form.setValue('allowed_tools', isOn ? [...allowed, name] : allowed.filter((one) => one !== name), {
      shouldDirty: true,
    });
  const box = (name: string, hint: string) => (
    <Check
      label={name}
      hint={hint}
      checked={allowed.includes(name)}
      onChange={({ target }) => toggle(name, target.checked)}
    />
  );
  return (
    <Group
      title={texts.allowed}
      hint={texts.allowedHint}
      problem={form.formState.errors.allowed_tools?.message}
    >
      {listed.length + waiting.length === 0 ? (
        <p className="soft">{tool ? texts.nothingListed : texts.refreshFirst}</p>
      ) : (
        <ul className={styles.listed}>
          {listed.map((one, at) => (
            <li key={`${at} ${one.name}`} data-tool={one.name}>
              {box(one.name, hintOf(one))}
            </li>
          ))}
          {waiting.map((name) => (
            <li key={name} data-tool={name}>
              {box(name, texts.notListed)}
            </li>
          ))}
        </ul>
      )}
    </Group>
  );
}

function hintOf({ function: called, description, effect, problem }: ListedTool): string {
  const what = `${called}, ${effect === 'read' ? texts.reads : texts.writes}`;
  return [problem ?? '', `${what}: ${description}`].filter((part) => part !== '').join(' · ');
}

/** What a refresh changed. */
export function RefreshResult({ found }: { readonly found: Refresh }) {
  const kinds = (['added', 'changed', 'removed'] as const).filter((kind) => found[kind].length > 0);
  return (
    <div role="status" data-testid="refresh-result" data-ok={found.ok} className={styles.found}>
      <p>{found.ok ? texts.refreshed : <Name>{texts.refreshFailed(found.error ?? '')}</Name>}</p>
      {found.ok && kinds.length === 0 && <p className="soft">{texts.sameTools}</p>}
      {kinds.map((kind) => (
        <p key={kind} data-kind={kind}>
          {texts.found[kind]}: <Name>{found[kind].join(', ')}</Name>
        </p>
      ))}
    </div>
  );
}
