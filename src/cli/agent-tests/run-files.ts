import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Accounts } from '../../accounts';
import {
  AgentFilesModule,
  FileAgentReader,
  runAgentTests,
  type TestedAgent,
  TestedAgents,
} from '../../agents';
import { ConversationModule, type TestEngine, TestEngines } from '../../conversation';
import { readConfig, Config } from '../../platform/config/config';
import { DomainError } from '../../platform/kernel/domain-error';
import { ExitCode, printable, UsageError } from '../output';
import { requireAccount } from '../require-account';
import { withContexts } from '../session';
import { type FileRun, junitOf } from './junit';
import { readTestFile, type TestFile, TestFileProblems, testFilesAt } from './test-file';
import { HOUR_MS, MINUTE_MS } from '../../platform/kernel/time/durations';

export interface TestCommand {
  readonly file: string;
  readonly account?: string;
  /** Instead of those of the files. */
  readonly agent?: string;
  readonly engine: TestEngine;
  readonly only?: string;
  readonly junit?: string;
  readonly json?: boolean;
}

/** A model answers slowly; rules do not. */
const WITHIN_MS = { offline: 10 * MINUTE_MS, model: HOUR_MS };

/** Runs the tests of files. @throws UsageError; ExitCode 1 when one failed, 2 for a wrong file */
export async function runTestFiles(command: TestCommand): Promise<void> {
  const files = readFiles(command);
  const runs = await withTestContexts(command.engine, async (own) => {
    const chosen = await chosenAgents(files, command, own.get(FileAgentReader, { strict: false }));
    const engines = own.get(TestEngines, { strict: false });
    const done: FileRun[] = [];
    for (const { file, tested } of chosen) {
      const { only, engine } = command;
      const run = await runAgentTests({
        tested,
        tests: only === undefined ? file.tests : file.tests.filter(({ name }) => name === only),
        now: file.now,
        engine,
        engines: engines.of(engine),
        problem: () => engines.problem(engine),
        withinMs: WITHIN_MS[engine],
        maxTests: Infinity,
        inTurn: (test) => test(),
      });
      done.push({ file: file.name, run });
      if (!command.json) printRun({ file: file.name, run });
    }
    return done;
  });
  report(runs, command);
}

function readFiles({ file, agent, only }: TestCommand): readonly TestFile[] {
  const files: TestFile[] = [];
  const lines: string[] = [];
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof TestFileProblems)) throw error;
      lines.push(...error.lines);
      return undefined;
    }
  };
  for (const name of attempt(() => testFilesAt(file)) ?? []) {
    const read = attempt(() => readTestFile(name));
    if (read && read.agent === null && agent === undefined) {
      lines.push(`${read.placeOf('agent')}: agent is required, or --agent.`);
    }
    if (read) files.push(read);
  }
  refuse(lines);
  if (only !== undefined && !files.some(({ tests }) => tests.some(({ name }) => name === only))) {
    throw new UsageError(`--only ${JSON.stringify(only)} must be the name of a test.`);
  }
  return files;
}

interface ChosenAgent {
  readonly file: TestFile;
  readonly tested: TestedAgent;
}

/** Opens the database only where a file names an agent of it. */
function chosenAgents(files: readonly TestFile[], command: TestCommand, reader: FileAgentReader) {
  const isNamed = files.some((file) => typeof (command.agent ?? file.agent) === 'string');
  if (!isNamed) return agentsOf(files, command, reader, null);
  return withContexts('settings', (contexts) => agentsOf(files, command, reader, contexts));
}

/** @param contexts null: no file names an agent of the database */
async function agentsOf(
  files: readonly TestFile[],
  command: TestCommand,
  reader: FileAgentReader,
  contexts: INestApplicationContext | null,
): Promise<readonly ChosenAgent[]> {
  const accountId = contexts && (await accountOf(contexts, command.account));
  const lines: string[] = [];
  const found: ChosenAgent[] = [];
  for (const file of files) {
    const agent = command.agent ?? file.agent;
    if (typeof agent === 'string') {
      const tested = await contexts
        ?.get(TestedAgents, { strict: false })
        .find(accountId ?? '', agent)
        .catch(noneOf);
      if (tested) found.push({ file, tested });
      else
        lines.push(
          `${file.placeOf('agent')}: agent there is no agent ${JSON.stringify(agent)} in the account.`,
        );
      continue;
    }
    const tested = reader.read(agent ?? {}, file.tools);
    if ('problems' in tested) {
      lines.push(
        ...tested.problems.map(({ field, message }) => `${file.placeOf(field)}: ${field} ${message}`),
      );
    } else found.push({ file, tested });
  }
  refuse(lines);
  return found;
}

function noneOf(error: unknown): undefined {
  if (error instanceof DomainError && error.code === 'agent_not_found') return undefined;
  throw error;
}

/** The only account needs no `--account`. */
async function accountOf(contexts: INestApplicationContext, named: string | undefined): Promise<string> {
  const accounts = contexts.get(Accounts, { strict: false });
  if (named !== undefined) {
    await requireAccount(accounts, named);
    return named;
  }
  const [only, ...others] = await accounts.list();
  if (!only || others.length > 0) {
    throw new UsageError('--account ID must name the account of the agent: account list shows them.');
  }
  return only.id;
}

@Module({})
class TestsModule {}

/** Runs the work without a database. */
async function withTestContexts<T>(
  engine: TestEngine,
  work: (contexts: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const config = engine === 'model' ? readConfig({ ...process.env, LOG_LEVEL: 'silent', ROLE: 'all' }) : null;
  const contexts = await NestFactory.createApplicationContext(
    {
      module: TestsModule,
      global: true,
      imports: [AgentFilesModule, ConversationModule],
      providers: [{ provide: Config, useValue: config }],
      exports: [Config],
    },
    { logger: false, abortOnError: false },
  );
  try {
    return await work(contexts);
  } finally {
    await contexts.close();
  }
}

/** @throws ExitCode 2 when there are problems, which it prints */
function refuse(lines: readonly string[]): void {
  if (lines.length === 0) return;
  process.stderr.write(lines.map((line) => `${printable(line)}\n`).join(''));
  throw new ExitCode(2);
}

const MARKS = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' };

function printRun({ file, run }: FileRun): void {
  const lines = run.results.flatMap(({ name, status, reason, failures }) => [
    `${MARKS[status]}  ${file}  ${name}${reason === null ? '' : `: ${reason}`}`,
    ...failures.flatMap(({ step, expected, found }) => [
      `      ${step}  expected: ${expected}`,
      `      ${' '.repeat(step.length)}  found:    ${found}`,
    ]),
  ]);
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(''));
}

/** @throws UsageError where no file can be written: 1 would state that a test failed */
function writeJunit(path: string, runs: readonly FileRun[]): void {
  try {
    writeFileSync(path, junitOf(runs));
  } catch (error) {
    throw new UsageError(`--junit ${JSON.stringify(path)} cannot be written: ${(error as Error).message}.`);
  }
}

function report(runs: readonly FileRun[], { engine, junit, json }: TestCommand): void {
  const sum = (count: (run: FileRun['run']) => number) => runs.reduce((all, { run }) => all + count(run), 0);
  const [passed, failed, skipped] = [
    sum((run) => run.passed),
    sum((run) => run.failed),
    sum((run) => run.skipped),
  ];
  if (junit !== undefined) writeJunit(junit, runs);
  if (json) {
    const results = runs.flatMap(({ file, run }) => run.results.map((result) => ({ file, ...result })));
    const ms = sum((run) => run.duration_ms);
    const whole = { object: 'agent_test_run', engine, passed, failed, skipped, duration_ms: ms, results };
    process.stdout.write(`${JSON.stringify(whole)}\n`);
  } else process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  if (failed > 0) throw new ExitCode(1);
}
