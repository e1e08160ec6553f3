import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';

/** The SQLSTATE of PostgreSQL's errors; undefined for any other. */
export function sqlState(error: unknown): string | undefined {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof DatabaseError ? cause.code : undefined;
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}
