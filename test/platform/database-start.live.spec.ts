import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { readConfig } from '../../src/platform/config/config';
import { accessTo } from '../../src/platform/database/access/database-access';
import { DatabaseModule } from '../../src/platform/database/database.module';
import { createLogger } from '../../src/platform/logging';
import { PlatformModule } from '../../src/platform/platform.module';
import { createDatabase, dropDatabase } from '../harness/app';

let url: string;
let connections: number;
let server: Server;

/** Leads to PostgreSQL, but its first connection stays silent. */
beforeAll(async () => {
  url = await createDatabase();
  connections = 0;
  server = createServer((client) => {
    client.on('error', () => undefined);
    connections += 1;
    if (connections === 1) return;
    const onward = connect(Number(new URL(url).port), '127.0.0.1');
    onward.on('error', () => undefined);
    client.pipe(onward).pipe(client);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  server.close();
  await dropDatabase(url);
});

test('connects again when the first connection of a start is not ready in time', async () => {
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  const config = readConfig({});
  @Module({
    imports: [
      DatabaseModule.forService(accessTo(through.href, config.database, true)),
      PlatformModule.forConfig(config, createLogger('silent', 'json')),
    ],
  })
  class StartModule {}
  const app = await NestFactory.createApplicationContext(StartModule, { logger: false, abortOnError: false });
  expect(connections).toBeGreaterThan(1);
  expect(await app.get(DataSource).query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await app.close();
});
