import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Semaphore } from '../semaphore';
import { POOL_SIZE } from './data-source';

/** Transactions of one user of group commit at once; more would wait for each other's locks, and each be smaller. */
export const CONCURRENT_GROUPS = 4;

/** Connections beside those of the groups, for all users of a process together. */
const SINGLE_CONNECTIONS = 3;
const LOCK_WAIT_CONNECTIONS = 3;

/** Counts the connections of group commits, and checks that the pool has room for all of them. */
@Injectable()
export class SpareConnections implements OnApplicationBootstrap {
  /** For a member of a failed group, in a transaction of its own. */
  readonly single = new Semaphore(SINGLE_CONNECTIONS);
  /** For a member that waits for a lock. */
  readonly lockWait = new Semaphore(LOCK_WAIT_CONNECTIONS);
  #users = 0;

  /** Counts a {@link GroupCommit}; each has its own groups. */
  register(): void {
    this.#users++;
  }

  /** @throws Error when everything else would be left without a connection under load: a mistake in the wiring */
  onApplicationBootstrap(): void {
    const reserved = this.#users * CONCURRENT_GROUPS + SINGLE_CONNECTIONS + LOCK_WAIT_CONNECTIONS;
    if (reserved < POOL_SIZE) return;
    throw new Error(
      `${this.#users} users of group commit may take ${reserved} connections, and the pool has ${POOL_SIZE}: raise POOL_SIZE.`,
    );
  }
}
