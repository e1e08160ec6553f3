import type { Config } from '../../config/config';
import type { Metrics } from '../../metrics';
import { accessTo } from '../access/database-access';
import { DatabaseMetrics } from './database-metrics';
import type { PrimaryWatch } from './primary-watch';
import type { WriteGate } from './write-gate';

const POOLER = 'postgres://u:p@pooler/aics';

function synchronousOf(url: string, directUrl: string | null): unknown {
  const measures = new Map<string, () => unknown>();
  const metrics = {
    gauge: (name: string, _help: string, measure: () => unknown) => measures.set(name, measure),
    total: () => undefined,
  } as unknown as Metrics;
  const access = accessTo(url, { directUrl, pooling: 'transaction', prepares: false, poolSize: 20 });
  const watch = { answer: { waitsForStandbys: false, synchronous: 0 } } as PrimaryWatch;
  new DatabaseMetrics({ dispatch: true } as Config, access, metrics, watch, {} as WriteGate).onModuleInit();
  return measures.get('aics_database_synchronous')?.();
}

test.each([
  ['one server', POOLER, null, NaN],
  ['several hosts', 'postgres://u:p@a,b/aics', null, 0],
  ['several hosts behind a pooler', POOLER, 'postgres://u:p@a,b/aics', 0],
])('exports commits that wait for no standby: %s', (_name, url, directUrl, expected) => {
  expect(synchronousOf(url, directUrl)).toBe(expected);
});
