import type { ReactNode } from 'react';
import type { ApiError } from '../../api/error';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Link } from '../../components/link/link';
import { Page } from '../page';

/** A page of one record, as routes.tsx names it, with its texts. */
export interface RecordPage {
  readonly name: string;
  readonly title: string;
  /** The sentence for a record that does not exist. */
  readonly unknown: string;
  readonly list: '/agents' | '/batches' | '/calls' | '/human-calls' | '/my-calls' | '/tools' | '/webhook';
  readonly toList: string;
}

interface NotLoadedProps {
  readonly page: RecordPage;
  readonly error: ApiError | null;
  readonly retry: () => void;
}

/** In place of a record that does not exist, that failed to load, or that is still loading. */
export function NotLoaded({ page, error, retry }: NotLoadedProps): ReactNode {
  const { name, title, unknown, list, toList } = page;
  return (
    <Page name={name} title={title} state={error ? 'error' : 'loading'}>
      {error?.status === 404 ? (
        <>
          <p role="alert">{unknown}</p>
          <br />
          <Link to={list}>{toList}</Link>
        </>
      ) : error ? (
        <Failed error={error} retry={retry} />
      ) : (
        <Skeleton lines={12} />
      )}
    </Page>
  );
}
