import { useEffect, useMemo, useRef, useState } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { useLeaveGuard } from '../../layout/leave-guard';
import { useSignedIn } from '../../layout/session';
import { type Country, defaultCountry } from '../../lib/upload/calling-codes';
import { type ColumnUse, hasHeadings } from '../../lib/upload/guess-columns';
import { mappingOf, preparedOf } from './mapping';
import { Reader } from './reader';
import { useSource } from './use-source';
import { useUpload } from './use-upload';
import { NEW_OPTIONS, type Options } from './validate';

export interface AgentChoice {
  readonly id: string;
  readonly name: string;
  readonly is_default: boolean;
}

/** The name of a file may be longer. */
const MAX_NAME_CHARACTERS = 100;

/** A file, how its columns are used, and its upload, which every change of these begins again. */
export function useFileUpload(agents: readonly AgentChoice[], countries: readonly Country[]) {
  const { account } = useSignedIn();
  const [reader] = useState(() => new Reader());
  const upload = useUpload(account.id, reader);
  const [hasNames, setHasNames] = useState(true);
  const [chosen, setChosen] = useState<ReadonlyMap<number, ColumnUse>>(new Map());
  const [country, setCountry] = useState(defaultCountry(countries).code);
  const [options, setOptions] = useState(firstOptions(agents));
  const source = useSource(reader, {
    onBegin: upload.reset,
    onRead: (name, sheet) => {
      setHasNames(hasHeadings(sheet.rows[0]?.cells ?? []));
      setChosen(new Map());
      setOptions((former) => ({ ...former, name: shortened(name) }));
      upload.reset();
    },
  });
  const variables = useVariables(options.agentId);
  const sheet = source.file?.sheet ?? null;
  const mapping = useMemo(
    () => (sheet ? mappingOf(sheet, variables.names, { hasNames, chosen, country }) : null),
    [sheet, variables.names, hasNames, chosen, country],
  );
  useLeaveGuard(sheet !== null && upload.phase !== 'done');
  useResetOnOtherUses(upload, mapping?.uses.join(' '));

  const changed = <T>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      upload.reset();
    };
  };
  const check = (isAnother = false) => {
    if (!mapping || mapping.problem !== null) return;
    const { callingCode } = countries.find(({ code }) => code === country) ?? defaultCountry(countries);
    void upload.check(() => preparedOf(mapping, callingCode), options, isAnother);
  };
  return {
    upload,
    source,
    mapping,
    variables,
    options,
    check,
    setHasNames: changed(setHasNames),
    setUse: (column: number, use: ColumnUse) => changed(setChosen)(new Map(chosen).set(column, use)),
    setCountry: changed(setCountry),
    change: (change: Partial<Options>) => changed(setOptions)({ ...options, ...change }),
  };
}

/** An agent's variables may be loaded, or changed, after the rows were validated without them. */
function useResetOnOtherUses({ phase, reset }: ReturnType<typeof useUpload>, uses: string | undefined): void {
  const former = useRef(uses);
  useEffect(() => {
    if (former.current === uses) return;
    former.current = uses;
    if (phase === 'validating' || phase === 'checked') reset();
  }, [phase, reset, uses]);
}

function firstOptions(agents: readonly AgentChoice[]): Options {
  const { id = '' } = agents.find(({ is_default }) => is_default) ?? agents[0] ?? {};
  return { ...NEW_OPTIONS, agentId: id };
}

function shortened(name: string): string {
  return Array.from(name).slice(0, MAX_NAME_CHARACTERS).join('');
}

/** The variables of an agent's instructions; none until the agent is loaded. */
function useVariables(agentId: string) {
  const { data, error, refetch } = useLive({
    key: ['agent', agentId],
    load: (signal) => requests.agent(agentId, signal),
  });
  return { names: data?.variables ?? NONE, error, retry: () => void refetch() };
}

const NONE: readonly string[] = [];
