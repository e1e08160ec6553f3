import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Semaphore } from '../semaphore';
import { MIN_POOL_SIZE } from '../config/config-database';

/** More would wait for each other's locks, and each group be smaller. */
export const CONCURRENT_GROUPS = 4;

/** The connections of all users of a process together, beside those of the groups. */
const SINGLE_CONNECTIONS = 3;
const LOCK_WAIT_CONNECTIONS = 3;

/** Counts the connections of group commits, and checks that the pool has room for them. */
@Injectable()
export class SpareConnections implements OnApplicationBootstrap {
  readonly single = new Semaphore(SINGLE_CONNECTIONS);
  readonly lockWait = new Semaphore(LOCK_WAIT_CONNECTIONS);
  #users = 0;

  register(): void {
    this.#users++;
  }

  /** @throws Error when other work would have no connection under load: a mistake in the wiring */
  onApplicationBootstrap(): void {
    const reserved = this.#users * CONCURRENT_GROUPS + SINGLE_CONNECTIONS + LOCK_WAIT_CONNECTIONS;
    if (reserved < MIN_POOL_SIZE) return;
    throw new Error(
      `${this.#users} users of group commit may take ${reserved} connections, and the pool has ${MIN_POOL_SIZE}: raise MIN_POOL_SIZE.`,
    );
  }
}
