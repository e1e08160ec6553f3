import type { ReactNode } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Credits as CreditsAnswer, CreditTransaction } from '../../api/types';
import { Skeleton } from '../../components/empty/empty';
import { CallLink } from '../../components/link/call-link';
import { Name } from '../../components/name/name';
import { Part } from '../../components/part/part';
import type { Column } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { useAddress } from '../../layout/address';
import { useEngineNames } from '../../layout/engine-names';
import { FailedParts } from '../../layout/failed-parts';
import { Rows } from '../../layout/list-page';
import { Page } from '../../layout/page';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';

export default function Credits(): ReactNode {
  const { after } = useAddress();
  const credits = useLive({ key: ['credits'], load: requests.credits });
  const ledger = useLive({
    key: ['ledger', after],
    load: (signal) => requests.creditTransactions(after, signal),
    keep: true,
  });
  const isFailed = credits.isError || ledger.isError;
  const isReady = credits.data !== undefined && ledger.data !== undefined;
  return (
    <Page name="credits" title={t.credits.title} state={isReady ? 'ready' : isFailed ? 'error' : 'loading'}>
      <FailedParts of={[credits, ledger]} />
      {!isReady && !isFailed && <Skeleton lines={10} />}
      {credits.data && <Standing credits={credits.data} />}
      {ledger.data && (
        <Part title={t.credits.ledger}>
          <Rows
            isPart
            list={ledger}
            caption={t.credits.ledger}
            columns={LEDGER_COLUMNS}
            empty={t.credits.empty}
          />
        </Part>
      )}
    </Page>
  );
}

const LEDGER_COLUMNS: readonly Column<CreditTransaction>[] = [
  { head: t.credits.when, isMain: true, cell: ({ created_at }) => <Time at={created_at} /> },
  { head: t.credits.what, cell: (entry) => <What entry={entry} /> },
  { head: t.credits.amount, isMain: true, isNumber: true, cell: ({ amount }) => shownNumber(amount) },
  { head: t.credits.balanceAfter, isNumber: true, cell: ({ balance_after }) => shownNumber(balance_after) },
];

function Standing({ credits }: { readonly credits: CreditsAnswer }) {
  const { rates } = credits;
  const engineName = useEngineNames();
  const figures = [
    ['balance', t.credits.balance, credits.balance],
    ['reserved', t.credits.reserved, credits.reserved],
    ['available', t.credits.available, credits.available],
  ] as const;
  const prices = [
    ...Object.entries(rates.ai_call).map(
      ([engine, price]) => [t.credits.aiCall(engineName(engine)), price] as const,
    ),
    [t.credits.humanCall, rates.human_call] as const,
    [t.credits.analysis, rates.analysis] as const,
  ];
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([id, name, value]) => (
          <div key={id} data-testid={`credits-${id}`} data-value={value}>
            <dt>{name}</dt>
            <dd title={shownNumber(value)}>{shownNumber(Math.trunc(value))}</dd>
          </div>
        ))}
      </dl>
      <Part title={t.credits.rates}>
        <p className="soft">{t.credits.ratesText}</p>
        <dl className={styles.rates}>
          {prices.map(([name, price]) => (
            <div key={name}>
              <dt>
                <Name>{name}</Name>
              </dt>
              <dd>{shownNumber(price)}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </>
  );
}

function What({ entry }: { readonly entry: CreditTransaction }) {
  const { call_id: id, description } = entry;
  return (
    <p>
      <Name>{description}</Name> {id != null && <CallLink id={id}>{t.credits.call}</CallLink>}
    </p>
  );
}
