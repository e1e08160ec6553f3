import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../clock';
import type { DatabaseAccess } from './access/database-access';
import { DATABASE_ACCESS } from './access/database-access.token';
import { commandDataSourceOptions, serviceDataSourceOptions } from './data-source';
import type { Endpoint } from './access/endpoint';
import { GroupCommit } from './group-commit';
import { PrimaryWatch } from './primary/primary-watch';
import { WriteGate } from './primary/write-gate';
import { SpareConnections } from './spare-connections';
import { UnitOfWork } from './unit-of-work';

/** The first reading may wait for its connection and is then inaccurate. */
const INITIAL_CLOCK_READINGS = 3;

/** On a busy machine the load of the modules delays the first connection beyond its timeout. */
const START_RETRIES = {
  retryAttempts: 5,
  retryDelay: 100,
  toRetry: (error: Error) => error.message.includes('connection timeout'),
};

@Global()
@Module({})
export class DatabaseModule {
  static forCommand(access: DatabaseAccess): DynamicModule {
    return databaseModule(access, commandDataSourceOptions(access), []);
  }

  static forService(access: DatabaseAccess): DynamicModule {
    const { main, session, isEmbedded } = access;
    const watched = isEmbedded ? [] : [...new Set([main, session ?? main])];
    return databaseModule(access, serviceDataSourceOptions(access), watched);
  }
}

function databaseModule(
  access: DatabaseAccess,
  options: ReturnType<typeof serviceDataSourceOptions>,
  watched: readonly Endpoint[],
): DynamicModule {
  return {
    module: DatabaseModule,
    imports: [TypeOrmModule.forRoot({ ...options, autoLoadEntities: true, ...START_RETRIES })],
    providers: [
      { provide: DATABASE_ACCESS, useValue: access },
      {
        provide: PrimaryWatch,
        inject: [Clock],
        useFactory: (clock: Clock) => new PrimaryWatch(watched, clock),
      },
      WriteGate,
      UnitOfWork,
      GroupCommit,
      SpareConnections,
      {
        provide: Clock,
        inject: [DataSource],
        useFactory: async (dataSource: DataSource) => {
          const clock = new Clock();
          for (let readings = 0; readings < INITIAL_CLOCK_READINGS; readings++)
            await synchroniseClock(clock, dataSource);
          return clock;
        },
      },
    ],
    exports: [DATABASE_ACCESS, PrimaryWatch, WriteGate, UnitOfWork, GroupCommit, SpareConnections, Clock],
  };
}

export async function synchroniseClock(clock: Clock, dataSource: DataSource): Promise<number> {
  return clock.synchronise(async () => {
    const rows = await dataSource.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
    if (!rows[0]) throw new Error('the database did not tell the time');
    return rows[0].now;
  });
}
