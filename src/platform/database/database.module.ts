import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../clock';
import { dataSourceOptions, serviceDataSourceOptions } from './data-source';
import { GroupCommit } from './group-commit';
import { SpareConnections } from './spare-connections';
import { UnitOfWork } from './unit-of-work';

/** The first reading may wait for its connection and is then inaccurate. */
const INITIAL_CLOCK_READINGS = 3;

@Global()
@Module({})
export class DatabaseModule {
  static forUrl(url: string): DynamicModule {
    return databaseModule(dataSourceOptions(url));
  }

  static forService(url: string): DynamicModule {
    return databaseModule(serviceDataSourceOptions(url));
  }
}

function databaseModule(options: ReturnType<typeof dataSourceOptions>): DynamicModule {
  return {
    module: DatabaseModule,
    imports: [TypeOrmModule.forRoot({ ...options, autoLoadEntities: true, retryAttempts: 0 })],
    providers: [
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
    exports: [UnitOfWork, GroupCommit, SpareConnections, Clock],
  };
}

export async function synchroniseClock(clock: Clock, dataSource: DataSource): Promise<number> {
  return clock.synchronise(async () => {
    const rows = await dataSource.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
    if (!rows[0]) throw new Error('the database did not tell the time');
    return rows[0].now;
  });
}
