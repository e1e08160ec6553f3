import { useEffect, useMemo, useRef, useState } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Batch, NotReachedCall } from '../../api/types';
import { Empty } from '../../components/empty/empty';
import { Link } from '../../components/link/link';
import { useLeaveGuard } from '../../layout/leave-guard';
import { Page } from '../../layout/page';
import { NotLoaded, type RecordPage } from '../../layout/record-page/not-loaded';
import { useSignedIn } from '../../layout/session';
import { randomId } from '../../lib/random-id';
import { withoutDuplicates } from '../../lib/upload/map-rows';
import { suffixedName } from '../../lib/upload/pack-rows';
import { t } from '../../messages/en';
import { CheckedRows, Validation } from './checked-rows';
import { OptionsPart } from './options';
import styles from './page.module.css';
import { Reader } from './reader';
import type { Origin } from './skipped';
import type { AgentChoice } from './use-file-upload';
import { useUpload } from './use-upload';
import { NEW_OPTIONS, type Options, type Prepared } from './validate';

/** Unknown is the batch to call again. */
export const PAGE: RecordPage = {
  name: 'batch-new',
  title: t.upload.title,
  unknown: t.batch.unknown,
  list: '/batches',
  toList: t.batch.toBatches,
};

interface CallAgainProps {
  readonly id: string;
  readonly agents: readonly AgentChoice[];
}

export function CallAgain({ id, agents }: CallAgainProps) {
  // Loaded at each opening, and only then: calls that end meanwhile must not move the rows that were validated.
  const [opening] = useState(randomId);
  const [isLoaded, setLoaded] = useState(false);
  const found = useLive({
    key: ['call-again', id, opening],
    isOff: isLoaded,
    load: async (signal) => ({
      batch: await requests.batch(id, signal),
      calls: await allNotReached(id, signal),
    }),
  });
  const { data, error } = found;
  if (data && !isLoaded) setLoaded(true);
  if (!data) return <NotLoaded page={PAGE} error={error} retry={() => void found.refetch()} />;
  return (
    <Page name="batch-new" title={t.upload.title} state="ready">
      {data.calls.length === 0 ? (
        <Empty
          action={
            <Link to="/batches/$id" params={{ id }}>
              {t.upload.open}
            </Link>
          }
        >
          {t.upload.nobodyToCallAgain}
        </Empty>
      ) : (
        <Again batch={data.batch} calls={data.calls} agents={agents} />
      )}
    </Page>
  );
}

interface AgainProps {
  readonly batch: Batch;
  readonly calls: readonly NotReachedCall[];
  readonly agents: readonly AgentChoice[];
}

function Again({ batch, calls, agents }: AgainProps) {
  const { upload, options, isChanged, change, check, origin } = useCallAgain(batch, calls);
  const { phase, isLocked } = upload;
  useLeaveGuard(phase !== 'done' && (isLocked || isChanged));
  return (
    <div className={styles.parts}>
      <fieldset disabled={isLocked}>
        <legend className="hidden">{t.upload.title}</legend>
        <OptionsPart
          options={options}
          agents={agents}
          error={phase === 'edit' ? upload.error : null}
          onChange={change}
        />
      </fieldset>
      {!isLocked && <Validation upload={upload} rows={calls.length} onCheck={() => void check()} />}
      <CheckedRows upload={upload} origin={origin} onAgain={() => void check(true)} />
    </div>
  );
}

/** The upload of a batch's calls that were not reached, validated at once. */
function useCallAgain(batch: Batch, calls: readonly NotReachedCall[]) {
  const { account } = useSignedIn();
  const [reader] = useState(() => new Reader());
  const upload = useUpload(account.id, reader);
  const [former] = useState<Options>({
    ...NEW_OPTIONS,
    agentId: batch.agent.id,
    name: suffixedName(batch.name ?? t.batches.unnamed, t.upload.again),
    test: batch.test,
  });
  const [options, setOptions] = useState(former);
  const { prepared, origin } = useMemo(() => rowsOf(calls), [calls]);
  useEffect(() => () => reader.close(), [reader]);
  const check = (isAnother = false) => upload.check(() => Promise.resolve(prepared), options, isAnother);
  const first = useRef(check);
  useEffect(() => void first.current(), []);
  const change = (changes: Partial<Options>) => {
    setOptions({ ...options, ...changes });
    upload.reset();
  };
  const isChanged = JSON.stringify(options) !== JSON.stringify(former);
  return { upload, options, isChanged, change, check, origin };
}

async function allNotReached(id: string, signal: AbortSignal): Promise<NotReachedCall[]> {
  const all: NotReachedCall[] = [];
  for (let more = true; more;) {
    const page = await requests.notReached(id, all.at(-1)?.call_id, signal);
    all.push(...page.data);
    more = page.has_more;
  }
  return all;
}

/** As they were sent, and a table of them for those that are skipped. */
function rowsOf(calls: readonly NotReachedCall[]): { prepared: Prepared; origin: Origin } {
  const sent = calls.map(({ phone_number, contact, variables, metadata }, at) => ({
    at,
    body: {
      phone_number,
      contact,
      variables: variables as Readonly<Record<string, string | number | boolean>>,
      metadata,
    },
  }));
  const rows = calls.map(({ phone_number, contact, variables, metadata }, at) => ({
    row: at + 1,
    cells: [
      phone_number,
      contact.name ?? '',
      contact.email ?? '',
      contact.external_id ?? '',
      JSON.stringify(variables),
      JSON.stringify(metadata),
    ],
  }));
  const names = ['phone_number', 'name', 'email', 'external_id', 'variables', 'metadata'];
  return {
    prepared: { ...withoutDuplicates(sent), total: calls.length },
    origin: { names, rows, phone: 0 },
  };
}
