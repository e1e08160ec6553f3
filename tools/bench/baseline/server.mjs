import { Body, Controller, Get, HttpCode, Module, Param, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsEmail, IsObject, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import pg from 'pg';
import 'reflect-metadata';

/**
 * The ladder that the service is measured against: bare Nest on Express, a ValidationPipe, one INSERT of the same row, one
 * SELECT by its key. No keys, limits, idempotency, policy, credits, events or logs.
 */
const { DATABASE_URL, COLUMNS = '[]', ROW = '{}' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const columns = JSON.parse(COLUMNS);

const rule = (target, field, ...decorators) => {
  for (const decorate of decorators) decorate(target.prototype, field);
};

class ContactBody {}
rule(ContactBody, 'name', IsOptional(), IsString(), MaxLength(200));
rule(ContactBody, 'email', IsOptional(), IsEmail());
rule(ContactBody, 'external_id', IsOptional(), IsString(), MaxLength(255));

class CallBody {}
rule(CallBody, 'phone_number', IsString(), MaxLength(20));
rule(CallBody, 'agent_id', IsString(), MaxLength(64));
rule(
  CallBody,
  'contact',
  IsOptional(),
  ValidateNested(),
  Type(() => ContactBody),
);
rule(CallBody, 'variables', IsOptional(), IsObject());
rule(CallBody, 'metadata', IsOptional(), IsObject());

const NOT_FROM_BODY = JSON.parse(ROW);
const INSERT = `INSERT INTO bench_calls (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')}) RETURNING *`;
let made = 0;

class CallsController {
  async create(body) {
    const row = {
      ...NOT_FROM_BODY,
      id: `call_${process.pid}_${++made}`,
      phone_number: body.phone_number,
      contact_name: body.contact?.name ?? null,
      variables: JSON.stringify(body.variables ?? {}),
      metadata: JSON.stringify(body.metadata ?? {}),
      created_at: new Date(),
    };
    const { rows } = await pool.query({
      name: 'insert',
      text: INSERT,
      values: columns.map((name) => row[name]),
    });
    return rows[0];
  }

  async read(id) {
    const { rows } = await pool.query({
      name: 'select',
      text: 'SELECT * FROM bench_calls WHERE id = $1',
      values: [id],
    });
    return rows[0];
  }
}
const method = (name, types, ...decorators) => {
  const descriptor = Object.getOwnPropertyDescriptor(CallsController.prototype, name);
  Reflect.defineMetadata('design:paramtypes', types, CallsController.prototype, name);
  for (const decorate of decorators) decorate(CallsController.prototype, name, descriptor);
};
method('create', [CallBody], Post(), HttpCode(200));
Body()(CallsController.prototype, 'create', 0);
method('read', [String], Get(':id'));
Param('id')(CallsController.prototype, 'read', 0);
Controller('calls')(CallsController);

class BaselineModule {}
Module({ controllers: [CallsController] })(BaselineModule);

const app = await NestFactory.create(BaselineModule, { logger: false });
app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
await app.listen(0, '127.0.0.1');
console.log(`baseline is ready at http://127.0.0.1:${app.getHttpServer().address().port}`);
process.once('SIGTERM', () => process.exit(0));
